import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { type Effect, Outbox, type Plan } from '../../../src/engine/effects/outbox.js';
import { type OutboxTimes, OutboxWorker } from '../../../src/engine/effects/outbox-worker.js';
import { type EffectSender, SenderRegistry } from '../../../src/engine/effects/sender-registry.js';
import { MailQuota } from '../../../src/engine/effects/sending/mail-quota.js';
import { instant, plus } from '../../../src/kernel/instant.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { TENANT } from '../../support/given/given.js';

const runners: OutboxWorker[] = [];

export function started(runner: OutboxWorker): OutboxWorker {
  runners.push(runner);
  runner.start();
  return runner;
}

/** Each file that starts workers calls it after each of its tests. */
export async function stopWorkers(): Promise<void> {
  for (const runner of runners.splice(0)) {
    runner.close();
    await runner.idle(1_000);
  }
}

/** A sender that notes the ids of what it sends. */
export const sends =
  (sent: string[]) =>
  async (_: unknown, { id }: { id: string }) => {
    sent.push(id);
    return 'receipt';
  };

const TIMES: OutboxTimes = { scanMs: 5, slowMs: 50, pauses: [1_000, 2_000], noSenderMs: 5_000, restMs: 5_000 };

/** A ledger and a clock that lives of an outbox share: a life ends, or is killed, and another begins. */
export function outboxSetting(kept: OperationalStore = new SqliteOperationalStore(':memory:')) {
  let now = instant('2030-01-01');
  const clock = { now: () => now, monotonic: () => 0 };
  const failures: unknown[] = [];
  const resting = new Set<string>();

  return {
    operations: kept,
    failures,
    /** Suspended tenants. */
    resting,
    pass(ms: number) {
      now = plus(now, ms);
    },
    life(send: EffectSender['send'], operations: OperationalStore = kept) {
      const outbox = new Outbox(operations, clock);
      const logger = { debug() {}, info() {}, warn() {}, error: (about: object) => void failures.push(about) };
      const senders = new SenderRegistry();
      senders.register('SMS', { send });
      const isResting = async (tenantId: string) => resting.has(tenantId);
      const quota = new MailQuota(operations, clock, { perMinute: 3, perDay: 5 });
      const runner = new OutboxWorker(outbox, operations, clock, systemIds, senders, logger, quota, isResting, TIMES);
      return {
        runner,
        outbox,
        senders,
        plan: (id: string, tenantId = TENANT, more: Partial<Plan<unknown>> = {}) =>
          outbox.plan(tenantId, id, { channel: 'SMS', about: { id }, at: now, content: 'text', ...more }),
      };
    },
    find: (id: string, tenantId = TENANT) => new Outbox(kept, clock).find(tenantId, id),
    async until(id: string, ...statuses: readonly Effect['status'][]): Promise<Effect> {
      for (;;) {
        const effect = await new Outbox(kept, clock).find(TENANT, id);
        if (effect && statuses.includes(effect.status)) return effect;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

/** Dies at its n-th call, before or after the call did its work, and answers nothing from then on. */
export function mortal(
  operations: OperationalStore,
  dies: { readonly at: number; readonly after: boolean },
  died: () => void,
): OperationalStore {
  let calls = 0;
  let dead = false;
  const die = (): never => {
    if (!dead) died();
    dead = true;
    throw new Error('killed');
  };
  const wrap =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      calls++;
      if (dead || (calls === dies.at && !dies.after)) return die();
      const result = await work.apply(operations, given);
      return calls >= dies.at && dies.after ? die() : result;
    };
  return {
    get: wrap(operations.get) as OperationalStore['get'],
    put: wrap(operations.put) as OperationalStore['put'],
    putAll: wrap(operations.putAll) as OperationalStore['putAll'],
    remove: wrap(operations.remove),
    due: wrap(operations.due) as OperationalStore['due'],
    inLane: wrap(operations.inLane) as OperationalStore['inLane'],
    nextTenant: wrap(operations.nextTenant),
    list: wrap(operations.list) as OperationalStore['list'],
    newest: wrap(operations.newest) as OperationalStore['newest'],
    count: wrap(operations.count),
    countGroup: wrap(operations.countGroup),
    relist: wrap(operations.relist),
    scan: wrap(operations.scan),
    sweep: wrap(operations.sweep),
    purge: wrap(operations.purge),
    close: () => operations.close(),
  };
}
