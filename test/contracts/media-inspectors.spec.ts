import { expect, test } from 'vitest';
import { Inspectors } from '../../src/adapters/sharp-media/inspectors.js';
import type { ToChild } from '../../src/adapters/sharp-media/messages.js';
import { StoreUnavailable } from '../../src/ports/event-store.js';
import type { ProcessEvents, ProcessLauncher } from '../../src/ports/process-launcher.js';

const ANSWERED = { ok: true } as const;
const job = {} as ToChild;

/** Processes that answer their first job as they are killed, and end later; the others answer at once. */
function processes() {
  const launched: ProcessEvents[] = [];
  const launcher: ProcessLauncher = {
    launch(_, events) {
      const isFirst = launched.push(events) === 1;
      return {
        send: () => isFirst || events.message?.(ANSWERED),
        kill: () => events.message?.(ANSWERED),
        keepsService: () => undefined,
      };
    },
    close: async () => undefined,
  };
  return { launcher, launched };
}

test('a job whose process is stopped is no fault of its file', async () => {
  const { launcher, launched } = processes();
  const inspectors = new Inspectors(launcher, { ms: 60_000, memoryMiB: 640 });
  const asked = inspectors.inspect(job, new AbortController().signal);
  launched[0]?.ended({ started: true, code: null, signal: 'SIGTERM', wasStopped: true });
  await expect(asked).rejects.toThrow(StoreUnavailable);
  inspectors.close();
});

test('a process that answers as it is killed for its time gets no other job', async () => {
  const { launcher, launched } = processes();
  const inspectors = new Inspectors(launcher, { ms: 5, memoryMiB: 640 });
  const { signal } = new AbortController();
  expect(await inspectors.inspect(job, signal)).toEqual(ANSWERED);
  const next = inspectors.inspect(job, signal);
  launched[0]?.ended({ started: true, code: null, signal: 'SIGKILL' });
  expect(await next).toEqual(ANSWERED);
  expect(launched).toHaveLength(2);
  inspectors.close();
});
