import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { InspectBounds } from '../../../src/adapters/sharp-media/media-pool.js';
import { SharpMedia } from '../../../src/adapters/sharp-media/media-processor.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import type { AssetKind } from '../../../src/catalogue/assets.js';
import type { MediaResult } from '../../../src/ports/media/media-processor.js';
import { bomb, movie, picture, wav } from '../../fixtures/media.js';
import { launcher } from '../../support/processes/launcher.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-media-types-'));
afterAll(() => rmSync(folder, { recursive: true }));
const logger = { debug() {}, info() {}, warn() {}, error() {} };

function media(bounds?: InspectBounds) {
  const parts = { folder, ffmpeg: '/nowhere/ffmpeg', launcher, clock: systemClock, logger };
  return { processor: new SharpMedia(bounds ? { ...parts, bounds } : parts) };
}

async function* bytes(file: Uint8Array) {
  yield file;
}

async function processed(
  processor: SharpMedia,
  kind: AssetKind,
  type: string | undefined,
  file: Uint8Array,
): Promise<{ readonly result: MediaResult; readonly content?: Buffer }> {
  const job = { kind, ...(type === undefined ? {} : { type }), source: bytes(file), compressing: async () => {} };
  return processor.process(job, async (result) => {
    if (!result.ok) return { result };
    const chunks: Uint8Array[] = [];
    for await (const chunk of result.content.open()) chunks.push(chunk);
    return { result, content: Buffer.concat(chunks) };
  });
}

describe('a large image', () => {
  const large = (format: 'jpeg' | 'png' | 'webp', more: object = {}) =>
    sharp({ create: { width: 12_000, height: 9_999, channels: 3, background: 'teal' }, limitInputPixels: false })
      .withMetadata({ orientation: 6 })
      .toFormat(format, more)
      .toBuffer();

  test.each([
    ['JPEG', 'image/jpeg', () => large('jpeg')],
    ['progressive JPEG', 'image/jpeg', () => large('jpeg', { progressive: true })],
    ['PNG', 'image/png', () => large('png')],
    ['WebP', 'image/webp', () => large('webp', { effort: 0 })],
  ])('of 120 megapixels is taken at half its width and height: %s', async (_, type, file) => {
    const { processor } = media();
    const { result, content } = await processed(processor, 'IMAGE', type, await file());
    expect(result).toMatchObject({ ok: true, thumbnail: { type: 'image/webp' } });
    const { width, height } = await sharp(content).metadata();
    expect([width, height]).toEqual([4_999, 5_999]);
    processor.close();
  });
  test('of 50 megapixels keeps its size', async () => {
    const { processor } = media();
    const { content } = await processed(processor, 'IMAGE', 'image/png', await bomb(7_000));
    expect((await sharp(content).metadata()).width).toBe(7_000);
    processor.close();
  });
  test('that needs more memory ends its own process alone', async () => {
    const { processor } = media({ ms: 60_000, memoryMiB: 200 });
    const [needy, small] = await Promise.all([
      processed(processor, 'IMAGE', 'image/webp', await large('webp', { effort: 0 })),
      processed(processor, 'IMAGE', 'image/png', await picture()),
    ]);
    expect([needy.result, small.result.ok]).toEqual([{ ok: false, fault: 'too_many_pixels' }, true]);
    processor.close();
  });
});

describe('a file without a type', () => {
  test.each<[AssetKind, string, () => Buffer | Promise<Buffer>]>([
    ['IMAGE', 'image/webp', () => picture('webp')],
    ['AUDIO', 'audio/wav', () => wav()],
    ['AUDIO', 'audio/mp4', () => movie('isom', 'soun')],
    ['VIDEO', 'video/mp4', () => movie()],
    ['VIDEO', 'video/quicktime', () => movie('qt  ')],
  ])('is judged by its content: %s %s', async (kind, type, file) => {
    const { processor } = media();
    const { result } = await processed(processor, kind, undefined, await file());
    expect(result).toMatchObject({ ok: true, content: { type } });
    processor.close();
  });
  test('and of another kind is refused', async () => {
    const { processor } = media();
    const { result } = await processed(processor, 'VIDEO', undefined, await picture());
    expect(result).toEqual({ ok: false, fault: 'type_differs' });
    processor.close();
  });
});
