import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ProcessEvents, ProcessLauncher } from '../../src/ports/process/process-launcher.js';
import { StoreUnavailable } from '../../src/ports/stores/event-store.js';
import type { PoolBounds } from '../../src/processes/pool-parts.js';
import { ProcessPool } from '../../src/processes/process-pool.js';

const TOO_MUCH = { verdict: 'too much' };
const DONE = { verdict: 'done' };
const KILLED = { started: true, code: null, signal: 'SIGKILL' } as const;

interface Fake {
  readonly events: ProcessEvents;
  readonly sent: unknown[];
  readonly signals: string[];
}

/** Processes that do what the test says. */
function setting(changed: Partial<PoolBounds> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  const fakes: Fake[] = [];
  const launcher: ProcessLauncher = {
    launch(_, events) {
      const fake: Fake = { events, sent: [], signals: [] };
      fakes.push(fake);
      return {
        send: (message) => void fake.sent.push(message),
        kill: (signal) => void fake.signals.push(signal),
        keepsService: () => undefined,
      };
    },
    close: async () => undefined,
  };
  const bounds: PoolBounds = {
    running: { total: 1, perTenant: 1 },
    waiting: { total: 10, perTenant: 10 },
    startMs: 500,
    measures: 'clock',
    ...changed,
  };
  const pool = new ProcessPool<string, object>({
    name: 'worker',
    launcher,
    program: { file: 'worker', parameters: [] },
    tooMuch: TOO_MUCH,
    bounds,
  });
  const run = (message: string, isInterruptible = false) => {
    const work = { tenantId: 't', group: 'g', priority: 'interactive', bytes: 1, message, ms: 100 } as const;
    const result = pool.run({ ...work, isInterruptible });
    result.catch(() => undefined);
    return result;
  };
  const fake = (n: number) => fakes[n] as Fake;
  onTestFinished(() => void pool.close());
  return { pool, fakes, fake, run, ready: (n: number) => fake(n).events.message?.('ready') };
}

afterEach(() => void vi.useRealTimers());

test('a process that does not get ready in time is killed, and what waits is refused', async () => {
  const { fake, run } = setting();
  const result = run('a');
  await vi.advanceTimersByTimeAsync(510);
  await expect(result).rejects.toThrow(StoreUnavailable);
  expect(fake(0).signals).toEqual(['SIGKILL']);
});

test('a job that is killed is over when its process has ended; another process takes the next job', async () => {
  const { fakes, fake, run, ready } = setting();
  const settled = vi.fn();
  run('a').then(settled);
  ready(0);
  await vi.advanceTimersByTimeAsync(110);
  expect(fake(0).signals).toEqual(['SIGKILL']);
  ready(1);
  const next = run('b');
  expect([settled.mock.calls, fake(1).sent]).toEqual([[], []]);
  fake(0).events.ended(KILLED);
  await vi.advanceTimersByTimeAsync(0);
  expect([settled.mock.calls, fake(1).sent, fakes.length]).toEqual([[[TOO_MUCH]], ['b'], 2]);
  fake(1).events.message?.(DONE);
  expect(await next).toEqual(DONE);
});

test('the end of a killed process is awaited for a second at most', async () => {
  const { fake, run, ready } = setting();
  const result = run('a');
  ready(0);
  await vi.advanceTimersByTimeAsync(110);
  ready(1);
  void run('b');
  await vi.advanceTimersByTimeAsync(1_010);
  expect(await result).toEqual(TOO_MUCH);
  expect(fake(1).sent).toEqual(['b']);
});

test('a job that SIGINT ends is too much, and its process takes the next one', async () => {
  const { fakes, fake, run, ready } = setting();
  const result = run('a', true);
  ready(0);
  await vi.advanceTimersByTimeAsync(110);
  expect(fake(0).signals).toEqual(['SIGINT']);
  fake(0).events.message?.('interrupted');
  expect(await result).toEqual(TOO_MUCH);
  void run('b');
  expect([fake(0).sent, fakes.length]).toEqual([['a', 'b'], 1]);
});

test('a process that ends by itself had too much work; one that was stopped did not', async () => {
  const { fake, run, ready } = setting();
  const first = run('a');
  ready(0);
  fake(0).events.ended(KILLED);
  expect(await first).toEqual(TOO_MUCH);
  ready(1);
  const second = run('b');
  fake(1).events.ended({ ...KILLED, signal: 'SIGTERM', wasStopped: true });
  await expect(second).rejects.toThrow(StoreUnavailable);
});

test('a step has a time of its own, and the time of the job begins again after it', async () => {
  const { fake, run, ready } = setting({ stepMs: { compiling: 300 } });
  void run('a');
  ready(0);
  fake(0).events.message?.('compiling');
  await vi.advanceTimersByTimeAsync(250);
  fake(0).events.message?.('compiled');
  await vi.advanceTimersByTimeAsync(90);
  expect(fake(0).signals).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(fake(0).signals).toEqual(['SIGKILL']);
});

test('a process without a job ends after a while', async () => {
  const { fakes, fake, run, ready } = setting({ idleMs: 1_000 });
  void run('a');
  ready(0);
  fake(0).events.message?.(DONE);
  await vi.advanceTimersByTimeAsync(1_010);
  expect(fake(0).signals).toEqual(['SIGKILL']);
  void run('b');
  expect(fakes).toHaveLength(2);
});

test('a failure of the system says nothing about the job', async () => {
  const { fake, run, ready } = setting();
  const result = run('a');
  ready(0);
  fake(0).events.message?.({ failure: 'disk full' });
  await expect(result).rejects.toThrow('The folder of the worker failed: disk full');
});

test('a slow group runs where no other slow one does, and few of its jobs wait', async () => {
  const { pool, fake, run, ready } = setting({
    running: { total: 2, perTenant: 2 },
    waitingSlow: 1,
  });
  const [first, second] = [run('a'), run('b')];
  ready(0);
  ready(1);
  expect([fake(0).sent, fake(1).sent]).toEqual([['a'], []]);
  fake(0).events.ended(KILLED);
  expect([await first, fake(1).sent]).toEqual([TOO_MUCH, []]);
  ready(2);
  expect(fake(1).sent).toEqual(['b']);
  void run('c');
  await expect(run('d')).rejects.toThrow(StoreUnavailable);
  expect(pool.waiting).toBe(1);
  void second;
});

test('a closed pool refuses what runs, what waits and what comes', async () => {
  const { pool, fake, run, ready } = setting();
  const [running, waiting] = [run('a'), run('b')];
  ready(0);
  const closed = pool.close();
  fake(0).events.ended(KILLED);
  await closed;
  for (const result of [running, waiting, run('c')]) await expect(result).rejects.toThrow('The worker is closed.');
});
