import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { MINUTE } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { BEYOND, createRetentionTenant, startRetention } from '../../fixtures/retention.js';
import { newEventMeta } from '../../support/given/given.js';
import { until } from '../../support/until.js';
import { peakMiB } from '../memory/peak.js';

const AT_ONCE = 256;
const READS = 200;
/** Pause between two reads of the other tenant during the run. */
const PAUSE_MS = 20;
const LONGEST_MS = 60 * MINUTE;

export interface RetentionFigures {
  readonly seconds: number;
  /** p99 of the reads of another tenant, in milliseconds, before the run and during it. */
  readonly idle: number;
  readonly busy: number;
  /** The longest of the reads during the run. */
  readonly slowest: number;
  /** Memory of the process before the run and at most, in MiB. */
  readonly beforeMiB: number;
  readonly peakMiB: number;
  /** Conversations that the run did not remove. */
  readonly left: number;
}

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

/** Removes many due conversations of one tenant in one run. */
export async function runRetention(conversations: number): Promise<RetentionFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-retention-'));
  const { tidings, clock } = await startRetention({}, folder);
  try {
    const tenant = await createRetentionTenant(tidings, 'many');
    const other = await createRetentionTenant(tidings, 'other');
    await other.conversation('read');
    const log = tidings.app.get(EventLog);
    const open = (n: number) =>
      log.append(streamName('conversation', tenant.tenantId, `c${n}`), 0, [
        {
          type: 'ConversationOpened',
          data: { conversationTypeId: 'all' },
          meta: newEventMeta(`open-${n}`, { at: clock.now() }),
        },
      ]);
    for (let from = 0; from < conversations; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, conversations - from);
      await Promise.all(Array.from({ length }, (_, n) => open(from + n)));
    }
    await tidings.app.get(CaughtUp).reached(await log.head(), LONGEST_MS);
    const read = async () => {
      const started = performance.now();
      await other.key.mustCall('GET', '/conversations/read');
      return performance.now() - started;
    };
    const before: number[] = [];
    for (let n = 0; n < READS; n++) before.push(await read());
    const beforeMiB = peakMiB(process);
    const started = performance.now();
    clock.advance(BEYOND);
    const removed = async () => {
      clock.advance(1_000);
      const [run] = (await tenant.key.mustCall('GET', '/conversation-types/all/retention/runs')).body.runs;
      return run as { removed: number; finished_at?: string } | undefined;
    };
    const meanwhile: number[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        meanwhile.push(await read());
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    })();
    const run = await until(removed, (each) => each?.finished_at !== undefined, LONGEST_MS);
    const seconds = (performance.now() - started) / 1_000;
    isOver = true;
    await reading;
    const memory = { beforeMiB, peakMiB: peakMiB(process) };
    const times = { idle: p99(before), busy: p99(meanwhile), slowest: Math.max(...meanwhile) };
    return { seconds, ...times, ...memory, left: conversations - (run?.removed ?? 0) };
  } finally {
    await tidings.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
