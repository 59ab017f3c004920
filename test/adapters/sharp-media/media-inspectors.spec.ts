import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspection, mediaPool } from '../../../src/adapters/sharp-media/media-pool.js';
import type { ToChild } from '../../../src/adapters/sharp-media/messages.js';
import type { ProcessEvents, ProcessLauncher } from '../../../src/ports/process/process-launcher.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { bomb, picture } from '../../fixtures/media.js';
import { launcher as realLauncher } from '../../support/processes/launcher.js';

const ANSWERED = { ok: true, type: 'image/png' } as const;
const BOUNDS = { ms: 60_000, memoryMiB: 640 };
const job = inspection({} as ToChild, BOUNDS);

/** The first process answers its job as it is killed, and ends later; the others answer at once. */
function processes() {
  const launched: ProcessEvents[] = [];
  const launcher: ProcessLauncher = {
    launch(_, events) {
      const isFirst = launched.push(events) === 1;
      queueMicrotask(() => events.message?.('ready'));
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
  const pool = mediaPool(realLauncher, BOUNDS);
  const [source, thumbnail] = [join(folder, 'source'), join(folder, 'thumbnail')];
  const inspect = (type: 'png' | 'gif' | 'webp', content: string) => {
    const bounds = { pixels: 50_000_000, fullSizePixels: 50_000_000, thumbnailPixels: 320 };
    const files = { source, content, thumbnail, types: [[`image/${type}`, [`image/${type}`]]] as const };
    return pool.run(inspection({ kind: 'IMAGE', ...files, ...bounds }, BOUNDS));
  };
  for (const type of ['png', 'gif', 'webp'] as const) {
    writeFileSync(source, await picture(type));
    await expect(inspect(type, '/dev/full')).rejects.toThrow(
      'The folder of the media processor failed: No space left on device',
    );
    expect(await inspect(type, join(folder, 'content'))).toMatchObject({ ok: true });
  }
  writeFileSync(source, (await bomb(500)).subarray(0, 300));
  expect(await inspect('png', join(folder, 'content'))).toEqual({ ok: false, fault: 'undecodable' });
  await pool.close();
});

test('a job whose process is stopped is no fault of its file', async () => {
  const { launcher, launched } = processes();
  const asked = mediaPool(launcher, BOUNDS).run(job);
  await Promise.resolve();
  launched[0]?.ended({ started: true, code: null, signal: 'SIGTERM', wasStopped: true });
  await expect(asked).rejects.toThrow(StoreUnavailable);
});

test('a process that answers as it is killed for its time gets no other job', async () => {
  const { launcher, launched } = processes();
  const pool = mediaPool(launcher, BOUNDS);
  const late = { ...job, ms: 5 };
  expect(await pool.run(late)).toEqual(ANSWERED);
  const next = pool.run(job);
  launched[0]?.ended({ started: true, code: null, signal: 'SIGKILL' });
  expect(await next).toEqual(ANSWERED);
  expect(launched).toHaveLength(2);
});
