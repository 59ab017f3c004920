import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { InspectBounds } from '../../../src/adapters/sharp-media/media-pool.js';
import { SharpMedia } from '../../../src/adapters/sharp-media/media-processor.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import type { AssetKind } from '../../../src/catalogue/assets.js';
import type { MediaResult } from '../../../src/ports/media/media-processor.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { bomb, picture, progressive, wav } from '../../fixtures/media.js';
import { launcher } from '../../support/processes/launcher.js';
import { residentMiB, startedHere, startedSince } from '../../support/processes/linux-processes.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-media-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands for ffmpeg: says how it was called, and does what `body` says with `$out`, its last parameter. */
function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!/bin/sh\necho "$@" >> ${path}.calls\nfor out; do :; done\n[ "$1" = -version ] && exit 0\n${body}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const warnings: string[] = [];
const logger = { debug() {}, info() {}, warn: (_: object, text: string) => void warnings.push(text), error() {} };

function media(ffmpeg = '/nowhere/ffmpeg', bounds?: InspectBounds) {
  const work = mkdtempSync(join(folder, 'work-'));
  const processor = new SharpMedia({
    folder: work,
    ffmpeg,
    launcher,
    clock: systemClock,
    logger,
    ...(bounds ? { bounds } : {}),
  });
  return { work, processor };
}

async function* bytes(file: Uint8Array) {
  yield file;
}

interface Seen {
  readonly result: MediaResult;
  readonly content?: Buffer;
  readonly compressions: number;
}

async function processed(processor: SharpMedia, kind: AssetKind, type: string, file: Uint8Array): Promise<Seen> {
  let compressions = 0;
  const compressing = async () => void compressions++;
  return processor.process({ kind, type, source: bytes(file), compressing }, async (result) => {
    if (!result.ok) return { result, compressions };
    const chunks: Uint8Array[] = [];
    for await (const chunk of result.content.open()) chunks.push(chunk);
    return { result, content: Buffer.concat(chunks), compressions };
  });
}

describe('work that takes too much', () => {
  test('time is ended, and the next file is looked at', async () => {
    const { work, processor } = media(undefined, { ms: 1, memoryMiB: 640 });
    const { result } = await processed(processor, 'IMAGE', 'image/png', await picture());
    expect(result).toEqual({ ok: false, fault: 'too_many_pixels' });
    expect(readdirSync(work)).toEqual([]);
    processor.close();
  });
  test('memory is ended', async () => {
    const { processor } = media(undefined, { ms: 60_000, memoryMiB: 200 });
    const { result } = await processed(processor, 'IMAGE', 'image/jpeg', await progressive(6_000));
    expect(result).toEqual({ ok: false, fault: 'too_many_pixels' });
    processor.close();
  });
  test('memory for a moment only is ended too', async () => {
    const { processor } = media(undefined, { ms: 60_000, memoryMiB: 140 });
    const { result } = await processed(processor, 'IMAGE', 'image/jpeg', await progressive(3_000));
    expect(result).toEqual({ ok: false, fault: 'too_many_pixels' });
    processor.close();
  });
  test.skipIf(process.platform !== 'linux')('memory for one image leaves the next all of it', async () => {
    const { processor } = media();
    const earlier = startedHere();
    const image = (type: string, file: Uint8Array) => processed(processor, 'IMAGE', type, file);
    const [png, jpeg] = [await bomb(5_000), await progressive(5_000)];
    await image('image/png', await picture());
    const [pid = 0] = startedSince(earlier);
    const before = residentMiB(pid);
    for (const _ of [1, 2]) {
      expect((await image('image/png', png)).result).toMatchObject({ ok: true });
      expect((await image('image/jpeg', jpeg)).result).toMatchObject({ ok: true });
    }
    expect(residentMiB(pid) - before).toBeLessThan(32);
    processor.close();
  });
  test('pixels is not decoded', async () => {
    const { processor } = media();
    const { result } = await processed(processor, 'IMAGE', 'image/png', await bomb(12_000));
    expect(result).toEqual({ ok: false, fault: 'too_many_pixels' });
    processor.close();
  });
});

describe('compression', () => {
  test('is skipped where ffmpeg is not installed, and said once', async () => {
    warnings.length = 0;
    const { processor } = media();
    for (let n = 0; n < 2; n++) {
      const { content, compressions } = await processed(processor, 'AUDIO', 'audio/wav', wav());
      expect([content?.equals(wav()), compressions]).toEqual([true, 0]);
    }
    expect(warnings).toEqual(['ffmpeg is not installed: video and audio are kept as they are uploaded']);
    processor.close();
  });
  test('replaces the file by a smaller one', async () => {
    const { work, processor } = media(program('smaller', '[ "$out" = - ] || printf small > "$out"'));
    const { result, content, compressions } = await processed(processor, 'AUDIO', 'audio/wav', wav());
    expect([content?.toString(), compressions]).toEqual(['small', 1]);
    expect(result).toMatchObject({ content: { type: 'audio/mp4', size: 5 } });
    expect(readdirSync(work)).toEqual([]);
    processor.close();
  });
  test.each([
    ['fails', '[ "$out" = - ]'],
    ['makes nothing', 'true'],
    ['makes it larger', '[ "$out" = - ] || head -c 100000 /dev/zero > "$out"'],
  ])('that %s leaves the file as it is', async (name, body) => {
    const { processor } = media(program(name.replaceAll(' ', '-'), body));
    const { content, compressions } = await processed(processor, 'AUDIO', 'audio/wav', wav());
    expect([content?.equals(wav()), compressions]).toEqual([true, 1]);
    processor.close();
  });
  test('of what cannot be decoded is a fault', async () => {
    const { processor } = media(program('undecodable', 'exit 1'));
    const { result, compressions } = await processed(processor, 'AUDIO', 'audio/wav', wav());
    expect([result, compressions]).toEqual([{ ok: false, fault: 'undecodable' }, 0]);
    processor.close();
  });
});

describe('ffmpeg that is asked to end', () => {
  const once = (name: string, end: string) =>
    program(name, `[ -e ${join(folder, name)}.ended ] || { touch ${join(folder, name)}.ended; ${end}; }`);

  test('together with the service, and does, is run again', async () => {
    const { processor } = media(once('asked', 'exit 255'));
    const { result } = await processed(processor, 'AUDIO', 'audio/wav', wav());
    expect(result).toMatchObject({ ok: true });
    processor.close();
  });
  test('always is a fault of the file', async () => {
    const { processor } = media(program('always', 'exit 255'));
    const { result } = await processed(processor, 'AUDIO', 'audio/wav', wav());
    expect(result).toEqual({ ok: false, fault: 'undecodable' });
    processor.close();
  });
  test.each(['TERM', 'INT', 'HUP'])('by SIG%s before it began says nothing about the file', async (signal) => {
    const { processor } = media(once(signal, `kill -${signal} $$`));
    await expect(processed(processor, 'AUDIO', 'audio/wav', wav())).rejects.toThrow(StoreUnavailable);
    expect((await processed(processor, 'AUDIO', 'audio/wav', wav())).result).toMatchObject({ ok: true });
    processor.close();
  });
  test('as it is looked for is looked for again', async () => {
    const name = join(folder, 'looked-for');
    writeFileSync(name, `#!/bin/sh\n[ -e ${name}.ended ] || { touch ${name}.ended; kill -TERM $$; }\n`);
    chmodSync(name, 0o755);
    const { processor } = media(name);
    await expect(processed(processor, 'AUDIO', 'audio/wav', wav())).rejects.toThrow(StoreUnavailable);
    expect((await processed(processor, 'AUDIO', 'audio/wav', wav())).compressions).toBe(1);
    processor.close();
  });
});

test('work ends when the processor is closed, and its files are removed', async () => {
  const { work, processor } = media(program('endless', 'exec sleep 60'));
  const running = processed(processor, 'AUDIO', 'audio/wav', wav());
  running.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  processor.close();
  await expect(running).rejects.toThrow('closed');
  expect(readdirSync(work)).toEqual([]);
});
