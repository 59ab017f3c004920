import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Inspectors } from '../../../src/adapters/sharp-media/inspectors.js';
import type { ToChild } from '../../../src/adapters/sharp-media/messages.js';
import type { ProcessEvents, ProcessLauncher } from '../../../src/ports/process/process-launcher.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { bomb, picture } from '../../fixtures/media.js';
import { launcher as realLauncher } from '../../support/processes/launcher.js';

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

test.skipIf(process.platform !== 'linux')('a full disk is no fault of the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inspectors = new Inspectors(realLauncher, { ms: 60_000, memoryMiB: 640 });
  const [source, thumbnail] = [join(folder, 'source'), join(folder, 'thumbnail')];
  const inspect = (type: 'png' | 'gif' | 'webp', content: string) => {
    const bounds = { pixels: 50_000_000, thumbnailPixels: 320 };
    const files = { source, content, thumbnail, detected: [`image/${type}`] };
    return inspectors.inspect(
      { kind: 'IMAGE', type: `image/${type}`, ...files, ...bounds },
      new AbortController().signal,
    );
  };
  for (const type of ['png', 'gif', 'webp'] as const) {
    writeFileSync(source, await picture(type));
    await expect(inspect(type, '/dev/full')).rejects.toThrow('The folder for media failed: No space left on device');
    expect(await inspect(type, join(folder, 'content'))).toMatchObject({ ok: true });
  }
  writeFileSync(source, (await bomb(500)).subarray(0, 300));
  expect(await inspect('png', join(folder, 'content'))).toEqual({ ok: false, fault: 'undecodable' });
  inspectors.close();
});

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
