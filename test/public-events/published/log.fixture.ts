import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { vocabulary } from '../../../src/composition/registry.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Loop } from '../../../src/fairness/loop.js';
import type { Event, Recorded } from '../../../src/kernel/event.js';
import { instant } from '../../../src/kernel/instant.js';
import { newEventMeta } from '../../support/given/given.js';

const START_MS = Date.parse('2030-01-01T08:00:00Z');

export interface ALog {
  readonly log: EventLog;
  /** In the order they were appended, as the log gives them back. */
  readonly all: () => Promise<readonly Recorded[]>;
  /** Each a second after the one before. */
  append(stream: string, event: Event): Promise<void>;
  /** An event of a type that this version knows, in a form that it does not. */
  appendNewer(stream: string, type: string): Promise<void>;
}

/** An empty log in memory. Default: its reads wait for no turn. */
export function aLog(loop?: Loop): ALog {
  const store = new SqliteEventStore(':memory:', loop ? { loop } : {});
  const log = new EventLog(store, codecFor(vocabulary));
  const versions = new Map<string, number>();
  let n = 0;
  return {
    log,
    all: () => log.readAll(0, Number.MAX_SAFE_INTEGER),
    async append(stream, event) {
      const version = versions.get(stream) ?? 0;
      const id = `event-${++n}`;
      const meta = newEventMeta(id, { at: instant(START_MS + n * 1_000) });
      await log.append(stream, version, [{ ...event, meta }]);
      versions.set(stream, version + 1);
    },
    async appendNewer(stream, type) {
      const version = versions.get(stream) ?? 0;
      const body = JSON.stringify({ v: 99, at: instant(START_MS + ++n * 1_000), by: '', cmd: '', cor: '', data: {} });
      await store.append(stream, version, [{ id: `event-${n}`, type, body }]);
      versions.set(stream, version + 1);
    },
  };
}
