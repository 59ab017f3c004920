import { describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { Lease, type LeaseTimes } from '../../../src/engine/effects/lease.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { CheckpointPoller } from '../../../src/engine/read-models/checkpoint-poller.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';

const TIMES = { renewMs: 10, seekMs: 10, answerMs: 500, lostMs: 600, takeMs: 1_000 };
/** Nothing ever runs out, but an answer. */
const PATIENT = { renewMs: 10, seekMs: 10, answerMs: 300, lostMs: 3_000_000, takeMs: 6_000_000 };
const failed = () => {};
const soon = <T>(get: () => T) => expect.poll(get, { interval: 10 });

class CutLedger extends SqliteOperationalStore {
  cut = false;
  override async get<V>(...asked: Parameters<SqliteOperationalStore['get']>) {
    if (this.cut) throw new StoreUnavailable('cut');
    return super.get<V>(...asked);
  }
  override async put<V>(...asked: Parameters<SqliteOperationalStore['put']>) {
    if (this.cut) throw new StoreUnavailable('cut');
    return super.put<V>(...(asked as [never, never, never]));
  }
}

let starts = 0;
/** Of a process with this name, in another start than all others. */
const leaseOf = (name: string, operations: OperationalStore, times: LeaseTimes = TIMES) =>
  new Lease('projector', { name, start: `${++starts}` }, operations, systemClock, failed, times);

const revisionOf = async (operations: OperationalStore) =>
  (await operations.get({ tenantId: NO_TENANT, kind: 'lease', id: 'projector' }))?.revision ?? 0;

/** The same store by a line of its own, which may be cut: to the others its process is dead then. */
const lineTo = (operations: CutLedger) =>
  Object.create(operations, { cut: { value: false, writable: true } }) as CutLedger;

/** Counts who runs, and how many at once at most. */
function stage() {
  const running = new Set<string>();
  const starts: string[] = [];
  let most = 0;
  const part = (name: string) => ({
    start() {
      running.add(name);
      starts.push(name);
      most = Math.max(most, running.size);
    },
    close: () => void running.delete(name),
  });
  return { running, starts, part, most: () => most };
}

describe('a lease', () => {
  test('lets one of many run, and another after the first gave it back', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const { running, part, most } = stage();
    const leases = ['a', 'b', 'c'].map((name) => leaseOf(name, operations));
    for (const [i, lease] of leases.entries()) lease.hold(part('abc'[i] as string));
    await soon(() => running.size).toBe(1);
    const first = leases.find(({ isHeld }) => isHeld) as Lease;
    await first.close();
    expect(running.size).toBe(0);
    await soon(() => running.size).toBe(1);
    expect(first.isHeld).toBe(false);
    for (const lease of leases) await lease.close();
    expect([running.size, most()]).toEqual([0, 1]);
  });

  test('is taken by another when its holder is cut off, who stops before that', async () => {
    const operations = new CutLedger(':memory:');
    const other = lineTo(operations);
    const { running, starts, part, most } = stage();
    const first = leaseOf('first', operations);
    first.hold(part('first'));
    await soon(() => running.has('first')).toBe(true);
    const second = leaseOf('second', other);
    second.hold(part('second'));
    operations.cut = true;
    await soon(() => running.has('second')).toBe(true);
    expect([starts, most()]).toEqual([['first', 'second'], 1]);
    operations.cut = false;
    await second.close();
    await soon(() => running.has('first')).toBe(true);
    await first.close();
  });

  test('is taken soon after it was given back, however seldom it is renewed', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const times = { ...PATIENT, renewMs: 3_000 };
    const { running, part } = stage();
    const [first, second] = ['first', 'second'].map((name) => {
      const lease = leaseOf(name, operations, times);
      lease.hold(part(name));
      return lease;
    }) as [Lease, Lease];
    await soon(() => running.has('first')).toBe(true);
    await first.close();
    await soon(() => running.has('second')).toBe(true);
    await second.close();
  });

  test('starts its part again when that fails', async () => {
    const lease = leaseOf('a', new SqliteOperationalStore(':memory:'), PATIENT);
    let tries = 0;
    lease.hold({
      start() {
        if (++tries < 2) throw new Error('not yet');
      },
      close() {},
    });
    await soon(() => tries).toBe(2);
    await lease.close();
  });
});

describe('a lease and the name of its process', () => {
  test('a restart takes it back from the start that was killed, long before another name may', async () => {
    const operations = new CutLedger(':memory:');
    const killed = lineTo(operations);
    const { running, part } = stage();
    const before = leaseOf('box', killed, PATIENT);
    before.hold(part('before'));
    await soon(() => running.has('before')).toBe(true);
    killed.cut = true;
    const other = leaseOf('other', lineTo(operations), PATIENT);
    other.hold(part('other'));
    const restarted = leaseOf('box', lineTo(operations), PATIENT);
    restarted.watch(true);
    restarted.hold(part('restarted'));
    await soon(() => running.has('restarted')).toBe(true);
    expect(running.has('other')).toBe(false);
    for (const lease of [other, restarted, before]) await lease.close();
  });

  test('of two living processes that were given the same name one has it, and keeps it', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    const { starts, running, part, most } = stage();
    const leases = ['first', 'second', 'third'].map((what) => ({ what, lease: leaseOf('box', operations, PATIENT) }));
    for (const { what, lease } of leases) {
      lease.hold(part(what));
      await soon(() => running.has('first')).toBe(true);
    }
    const unanswered = PATIENT.answerMs / PATIENT.renewMs;
    const until = (await revisionOf(operations)) + 3 * unanswered;
    await soon(() => revisionOf(operations)).toBeGreaterThan(until);
    expect([starts, most()]).toEqual([['first'], 1]);
    for (const { lease } of leases) await lease.close();
    expect(most()).toBe(1);
  });

  test('the one of two with the same name that waits takes it when the other is dead, as any name would', async () => {
    const operations = new CutLedger(':memory:');
    const dying = lineTo(operations);
    const { running, starts, part, most } = stage();
    const [first, second] = [leaseOf('box', dying), leaseOf('box', lineTo(operations))];
    first.hold(part('first'));
    await soon(() => running.has('first')).toBe(true);
    second.hold(part('second'));
    await soon(() => revisionOf(operations)).toBeGreaterThan(20);
    dying.cut = true;
    await soon(() => running.has('second')).toBe(true);
    expect([starts, most()]).toEqual([['first', 'second'], 1]);
    for (const lease of [second, first]) await lease.close();
  });

  test('a holder that was cut off for a while has it again at once where nobody else took it', async () => {
    const operations = new CutLedger(':memory:');
    const { running, starts, part } = stage();
    const lease = leaseOf('box', operations, { ...PATIENT, lostMs: 300 });
    lease.hold(part('box'));
    await soon(() => running.has('box')).toBe(true);
    operations.cut = true;
    await soon(() => running.has('box')).toBe(false);
    operations.cut = false;
    await soon(() => starts).toEqual(['box', 'box']);
    await lease.close();
  });

  test('a process that only looks knows whether the worker of another has started and lives', async () => {
    const operations = new CutLedger(':memory:');
    const looking = leaseOf('looking', lineTo(operations));
    looking.watch(false);
    const { promise, resolve } = Promise.withResolvers<void>();
    const holding = leaseOf('holding', operations);
    holding.hold({ start: () => promise, close() {} });
    await soon(() => revisionOf(operations)).toBeGreaterThan(20);
    expect([holding.isHeld, holding.isWorking, looking.isWorking]).toEqual([true, false, false]);
    resolve();
    await soon(() => looking.isWorking).toBe(true);
    operations.cut = true;
    await soon(() => looking.isWorking).toBe(false);
    operations.cut = false;
    await soon(() => looking.isWorking).toBe(true);
    await holding.close();
    await soon(() => looking.isWorking).toBe(false);
    const late = leaseOf('late', operations);
    late.watch(false);
    expect(late.isWorking).toBe(false);
    for (const lease of [late, looking]) await lease.close();
  });

  test('a record that nobody renews is no working holder', async () => {
    const operations = new SqliteOperationalStore(':memory:');
    await operations.put({ tenantId: NO_TENANT, kind: 'lease', id: 'projector' }, { owner: 'dead', start: '1' });
    const looking = leaseOf('dead', operations, PATIENT);
    looking.watch(true);
    await soon(() => revisionOf(operations)).toBe(2);
    expect(looking.isWorking).toBe(false);
    await looking.close();
  });
});

describe('a follower', () => {
  test('learns from the checkpoint how far another process has come', async () => {
    const documents = new SqliteDocumentStore(':memory:');
    const caughtUp = new CaughtUp();
    const follower = new CheckpointPoller(documents, caughtUp, 'level@x', failed);
    follower.start();
    const reached = caughtUp.reached(7, 2_000);
    await documents.commit([], [{ name: 'level@x', position: 7 }]);
    expect(await reached).toBe(true);
    expect(await caughtUp.reached(8, 30)).toBe(false);
    follower.close();
  });
});
