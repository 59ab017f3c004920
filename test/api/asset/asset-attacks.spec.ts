import { once } from 'node:events';
import { request } from 'node:http';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssetFailure } from '../../../src/catalogue/assets.js';
import { type Caller } from '../../fixtures/caller.js';
import { bomb, box, download, movie, pathOf, picture, postMedia, settled, upload } from '../../fixtures/media.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings({ FFMPEG: '/nowhere/ffmpeg', LOG_LEVEL: 'silent' });
  acme = await createTenant(tidings, 'acme');
  owner = acme.owner;
  await acme.conversation('c1');
});
afterAll(() => closeAudited(tidings));

const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(1_000))]);
const cut = async () => (await picture()).subarray(0, 60);

describe('content that is not what it says fails for good', () => {
  test.each<[string, string, string, () => Buffer | Promise<Buffer>, AssetFailure?]>([
    ['an SVG named PNG', 'IMAGE', 'image/png', () => svg],
    ['HTML named JPEG', 'IMAGE', 'image/jpeg', () => html],
    ['a PNG named JPEG', 'IMAGE', 'image/jpeg', () => picture()],
    ['a ZIP named WAV', 'AUDIO', 'audio/wav', () => zip],
    [
      'a JPEG header before HTML',
      'IMAGE',
      'image/jpeg',
      () => Buffer.concat([Buffer.from([255, 216, 255, 224]), html]),
      'undecodable',
    ],
    [
      'a GIF header before a script',
      'IMAGE',
      'image/gif',
      () => Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;'),
      'undecodable',
    ],
    ['half an image', 'IMAGE', 'image/png', cut, 'undecodable'],
    ['a decompression bomb', 'IMAGE', 'image/png', () => bomb(12_000), 'too_many_pixels'],
    ['a video named audio', 'AUDIO', 'audio/mp4', () => movie('isom', 'vide')],
    ['audio named video', 'VIDEO', 'video/mp4', () => movie('isom', 'soun')],
    ['a movie with HTML behind it', 'VIDEO', 'video/mp4', () => Buffer.concat([movie(), html]), 'undecodable'],
    ['a movie whose box leaves the file', 'VIDEO', 'video/mp4', () => movie().subarray(0, -10), 'undecodable'],
    ['a movie of a million empty boxes', 'VIDEO', 'video/mp4', () => manyBoxes(), 'undecodable'],
  ])('%s', async (_, kind, type, file, failure = 'type_differs') => {
    const { body } = await postMedia(owner, 'c1', kind);
    const answer = await upload(tidings, body.asset.upload_url, await file(), type);
    expect(answer.status).toBe(204);
    expect((await settled(owner, body)).asset).toEqual({ status: 'UPLOAD_FAILED', failure });
    const again = await upload(tidings, body.asset.upload_url, await picture(), type);
    expect([again.status, again.body.code]).toEqual([409, 'errors.asset.already_uploaded']);
  });

  test('an image that is a ZIP too is only an image afterwards', async () => {
    const { body } = await postMedia(owner, 'c1', 'IMAGE');
    await upload(tidings, body.asset.upload_url, Buffer.concat([await picture(), zip]), 'image/png');
    const { bytes } = await download(tidings, (await settled(owner, body)).asset.download_url);
    expect(bytes.includes('PK\x03\x04')).toBe(false);
    expect((await sharp(bytes).metadata()).format).toBe('png');
  });
});

const manyBoxes = () => Buffer.concat([movie(), ...Array.from({ length: 30_000 }, () => box('free'))]);

describe('uploads that are refused at once', () => {
  test.each<[string, string, string]>([
    ['IMAGE', 'image/svg+xml', 'image/gif'],
    ['IMAGE', 'text/html', 'image/gif'],
    ['IMAGE', 'application/json', 'image/gif'],
    ['IMAGE', 'audio/wav', 'image/gif'],
    ['AUDIO', 'video/mp4', 'audio/webm'],
    ['IMAGE', 'image/toString', 'image/gif'],
    ['IMAGE', 'application/octet-stream', 'image/gif'],
  ])('%s as %s', async (kind, type, accepted) => {
    const { body } = await postMedia(owner, 'c1', kind);
    const file = type === 'application/json' ? Buffer.from('{}') : await picture();
    const answer = await upload(tidings, body.asset.upload_url, file, type);
    expect([answer.status, answer.body.code]).toEqual([415, 'errors.content_type.unsupported']);
    expect(answer.body.details?.accepted).toContain(accepted);
    expect((await upload(tidings, body.asset.upload_url, await picture(), 'image/png')).status).toBe(
      kind === 'IMAGE' ? 204 : 415,
    );
  });
  test('an image that is too large, by what it announces', async () => {
    const { body } = await postMedia(owner, 'c1', 'IMAGE');
    const answer = await raw(body.asset.upload_url, { 'content-length': String(20 * 1_048_576 + 1) });
    expect([answer.status, answer.code]).toEqual([413, 'errors.asset.too_large']);
  });
  test('bytes in chunks, whose length nobody knows', async () => {
    const { body } = await postMedia(owner, 'c1', 'IMAGE');
    const answer = await raw(body.asset.upload_url, { 'transfer-encoding': 'chunked' }, await picture());
    expect([answer.status, answer.errors?.[0]]).toMatchObject([400, { path: 'content-length' }]);
  });
  test('an empty file, and one that is compressed on its way', async () => {
    const { body } = await postMedia(owner, 'c1', 'IMAGE');
    const empty = await raw(body.asset.upload_url, { 'content-length': '0' });
    expect(empty.status).toBe(400);
    const zipped = await upload(tidings, body.asset.upload_url, zip, 'image/png', { 'content-encoding': 'gzip' });
    expect(zipped.status).toBe(415);
  });
  test('a file to a call that takes JSON', async () => {
    const answer = await tidings.call('POST', '/conversations', {
      raw: await picture(),
      headers: { ...owner.headers, 'content-type': 'image/png' },
    });
    expect([answer.status, answer.body.code]).toEqual([415, 'errors.content_type.unsupported']);
  });
});

/** One request over Node's own client, which announces what it is told to. */
async function raw(url: string, headers: Record<string, string>, bytes?: Uint8Array) {
  const sent = request(`${tidings.url}/api/v1${pathOf(url)}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', ...headers },
  });
  const answered = once(sent, 'response');
  // The service may end the connection while bytes are on their way, also after its answer.
  sent.on('error', () => undefined);
  if (bytes) sent.end(bytes);
  else sent.flushHeaders();
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer) text += chunk;
  sent.destroy();
  return { status: answer.statusCode as number, ...JSON.parse(text || '{}') };
}
