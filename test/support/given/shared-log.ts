import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import type { ProcessRole } from '../../../src/engine/effects/worker-host.js';
import { EVENT_STORE, type EventStore, StoreUnavailable, type Tail } from '../../../src/ports/stores/event-store.js';
import { startTidings, type Tidings } from '../api.js';

/** A log that can be away, as one process of several sees it. */
export class SharedLog implements EventStore {
  readonly exclusive = false;
  readonly judgesConditions = false;
  private away: StoreUnavailable | undefined;
  private readonly tails = new Map<Tail, (error: unknown) => void>();

  constructor(private readonly store: EventStore) {}

  cut(failure = new StoreUnavailable('cut')): void {
    this.away = failure;
    for (const [tail, failed] of this.tails) {
      tail.close();
      failed(failure);
    }
    this.tails.clear();
  }

  resume(): void {
    this.away = undefined;
  }

  append: EventStore['append'] = (stream, expected, events) =>
    this.unlessAway(() => this.store.append(stream, expected, events));
  read: EventStore['read'] = (...asked) => this.unlessAway(() => this.store.read(...asked));
  readAll: EventStore['readAll'] = (...asked) => this.unlessAway(() => this.store.readAll(...asked));
  head: EventStore['head'] = () => this.unlessAway(() => this.store.head());

  tail: EventStore['tail'] = (after, handle, failed) => {
    if (this.away) {
      setImmediate(failed, this.away);
      return { close() {} };
    }
    const tail = this.store.tail(after, handle, failed);
    this.tails.set(tail, failed);
    return {
      close: () => {
        this.tails.delete(tail);
        tail.close();
      },
    };
  };

  async close(): Promise<void> {
    for (const tail of this.tails.keys()) tail.close();
  }

  private async unlessAway<T>(work: () => Promise<T>): Promise<T> {
    if (this.away) throw this.away;
    return work();
  }
}

export interface SharedService {
  readonly dataDir: string;
  /** One more service of the deployment, and its line to the log. `prepare` gets the line before the service starts. */
  start(
    roles: readonly ProcessRole[],
    replaced?: readonly Provider[],
    prepare?: (log: SharedLog) => void,
  ): Promise<SharedMember>;
  close(): Promise<void>;
}

export type SharedMember = Tidings & { readonly log: SharedLog };

/** The log is made before the first service, which therefore makes no key. */
export const SHARED_MASTER_KEY = Buffer.alloc(32, 7);

/** Services that share one log, read models and data folder as several processes do, in this process. */
export function sharedService(more: Readonly<Record<string, string>> = {}): SharedService {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-shared-'));
  const store = new SqliteEventStore(join(dataDir, 'log.db'));
  const started = new Set<Tidings>();
  return {
    dataDir,
    async start(roles, replaced = [], prepare = () => {}) {
      const log = new SharedLog(store);
      prepare(log);
      const settings = {
        EVENT_STORE_URL: 'kurrentdb://not.asked:1',
        READ_STORE_URL: 'sqlite:',
        LOG_LEVEL: 'silent',
        ROLES: roles.join(','),
        MASTER_KEY: SHARED_MASTER_KEY.toString('base64'),
        ...more,
      };
      const providers = [{ provide: EVENT_STORE, useValue: log }, ...replaced];
      const tidings = await startTidings(settings, dataDir, undefined, providers);
      started.add(tidings);
      const close = async () => {
        if (started.delete(tidings)) await tidings.close();
      };
      return { ...tidings, log, close };
    },
    async close() {
      for (const tidings of started) await tidings.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
