import { describe, expect, test } from 'vitest';
import { QueueFull } from '../../../src/fairness/queue/fair-bounds.js';
import { FairRunner } from '../../../src/fairness/queue/fair-runner.js';

const ONE = { running: { total: 1, perTenant: 1 }, waiting: { total: 3, perTenant: 2 } };

/** Work that writes down its start and ends when it is told to. */
function works(runner: FairRunner) {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (name: string, more: object = {}) =>
    runner.run({ tenantId: name.charAt(0), ...more }, () => {
      started.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  return {
    started,
    run,
    async end(name: string) {
      ends.get(name)?.resolve(name);
      await turns();
    },
  };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));
const reasonOf = (work: Promise<unknown>) => work.then(String, (error: Error) => error);

describe('work of many tenants', () => {
  test('runs in their turns, and answers what it comes to', async () => {
    const { started, run, end } = works(new FairRunner(ONE));
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name));
    await turns();
    expect(started).toEqual(['a1']);
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('gives its place on when it fails', async () => {
    const runner = new FairRunner(ONE);
    const fail = () => runner.run({ tenantId: 'a' }, () => Promise.reject(new Error('broken')));
    const outcomes = await Promise.all([reasonOf(fail()), reasonOf(fail()), reasonOf(fail()), reasonOf(fail())]);
    expect(outcomes.map((each) => (each as Error).message)).toEqual([
      'broken',
      'broken',
      'broken',
      'too much of this tenant waits',
    ]);
    expect(await runner.run({ tenantId: 'a' }, async () => 'in')).toBe('in');
    expect(runner.size).toBe(0);
  });

  test('is refused when there is no room, also late, when a tenant with less comes', async () => {
    const { started, run, end } = works(new FairRunner(ONE));
    void run('a1');
    const [a2, a3, b1] = [run('a2'), reasonOf(run('a3')), run('b1')];
    expect(await reasonOf(run('a4'))).toMatchObject({ scope: 'tenant' });
    const c1 = run('c1');
    expect(await a3).toBeInstanceOf(QueueFull);
    for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name);
    expect(await Promise.all([a2, b1, c1])).toEqual(['a2', 'b1', 'c1']);
    expect(started).not.toContain('a3');
  });

  test('of one key is done once for all who ask meanwhile, and anew afterwards', async () => {
    const { started, run, end } = works(new FairRunner(ONE));
    const both = [run('a', { key: 'k' }), run('a', { key: 'k' })];
    await turns();
    await end('a');
    expect(await Promise.all(both)).toEqual(['a', 'a']);
    void run('a', { key: 'k' });
    await turns();
    expect(started).toEqual(['a', 'a']);
  });

  test('that is aborted before its turn never starts, and leaves its room to others', async () => {
    const { started, run, end } = works(new FairRunner(ONE));
    const [gone, late] = [new AbortController(), new AbortController()];
    void run('a1');
    const [a2, a3] = [reasonOf(run('a2', { signal: gone.signal })), run('a3', { signal: late.signal })];
    gone.abort(new Error('the client left'));
    expect(await a2).toEqual(new Error('the client left'));
    void run('a4');
    await end('a1');
    late.abort();
    await end('a3');
    expect(await a3, 'an abort comes too late for work that runs').toBe('a3');
    expect(started).toEqual(['a1', 'a3', 'a4']);
    expect(await reasonOf(run('a5', { signal: gone.signal }))).toEqual(new Error('the client left'));
  });
});

describe('work that yields', () => {
  test('lets others go first and continues before others of its tenant', async () => {
    const runner = new FairRunner(ONE);
    const steps: string[] = [];
    const sliced = (name: string) =>
      runner.run({ tenantId: name.charAt(0) }, async (turn) => {
        for (let step = 1; step <= 2; step++) {
          steps.push(`${name}.${step}`);
          await turn.yield();
        }
      });
    await Promise.all(['a1', 'a2', 'b1'].map(sliced));
    expect(steps).toEqual(['a1.1', 'b1.1', 'a1.2', 'b1.2', 'a2.1', 'a2.2']);
  });

  test('keeps nobody waiting while it waits itself, whatever it waits for', async () => {
    const runner = new FairRunner(ONE);
    const ready = Promise.withResolvers<void>();
    const stuck = runner.run({ tenantId: 'a' }, async (turn) => {
      await turn.yield(ready.promise);
      return 'continued';
    });
    const fails = reasonOf(
      runner.run({ tenantId: 'a' }, (turn) => turn.yield(Promise.reject(new Error('the receiver left')))),
    );
    expect(await runner.run({ tenantId: 'b' }, async () => 'passed')).toBe('passed');
    expect(await fails).toEqual(new Error('the receiver left'));
    expect(await reasonOf(runner.run({ tenantId: 'a' }, async () => 'passed')), 'its room is still taken').toBe(
      'passed',
    );
    ready.resolve();
    expect(await stuck).toBe('continued');
    expect(runner.size).toBe(0);
  });

  test('keeps its room: so many that are stuck, and no more are let in', async () => {
    const runner = new FairRunner(ONE);
    const ready = Promise.withResolvers<void>();
    const stuck = ['a', 'a'].map((tenantId) => runner.run({ tenantId }, (turn) => turn.yield(ready.promise)));
    await turns();
    expect(await reasonOf(runner.run({ tenantId: 'a' }, async () => 'in'))).toMatchObject({ scope: 'tenant' });
    ready.resolve();
    await Promise.all(stuck);
    expect(await runner.run({ tenantId: 'a' }, async () => 'in')).toBe('in');
  });
});
