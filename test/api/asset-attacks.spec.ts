import { once } from 'node:events';
import { request } from 'node:http';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/catalogue/limits/limits.js';
import { MINUTE } from '../../src/kernel/instant.js';
import { UploadRecords } from '../../src/modules/asset/application/upload-records.js';
import { ASSET_LINKS, type SignedAssetLinks, type UploadTicket } from '../../src/ports/asset-links.js';
import { ASSET_STORE, type AssetStore } from '../../src/ports/asset-store.js';
import { CLOCK } from '../../src/ports/clock.js';
import { StoreUnavailable } from '../../src/ports/event-store.js';
import { type Caller } from '../fixtures/caller.js';
import { bomb, box, download, movie, pathOf, picture, postMedia, settled, upload, wav } from '../fixtures/media.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { closeAudited } from '../support/audit.js';
import { setClock } from '../support/set-clock.js';
import { until } from '../support/until.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;
const clock = setClock(new Date().toISOString());

beforeAll(async () => {
  tidings = await startTidings({ FFMPEG: '/nowhere/ffmpeg', LOG_LEVEL: 'silent' }, undefined, undefined, [
    { provide: CLOCK, useValue: clock },
  ]);
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
  test.each<[string, string, string, () => Buffer | Promise<Buffer>]>([
    ['an SVG named PNG', 'IMAGE', 'image/png', () => svg],
    ['HTML named JPEG', 'IMAGE', 'image/jpeg', () => html],
    ['a PNG named JPEG', 'IMAGE', 'image/jpeg', () => picture()],
    ['a ZIP named WAV', 'AUDIO', 'audio/wav', () => zip],
    [
      'a JPEG header before HTML',
      'IMAGE',
      'image/jpeg',
      () => Buffer.concat([Buffer.from([255, 216, 255, 224]), html]),
    ],
    ['a GIF header before a script', 'IMAGE', 'image/gif', () => Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['half an image', 'IMAGE', 'image/png', cut],
    ['a decompression bomb', 'IMAGE', 'image/png', () => bomb(8_000)],
    ['a video named audio', 'AUDIO', 'audio/mp4', () => movie('isom', 'vide')],
    ['audio named video', 'VIDEO', 'video/mp4', () => movie('isom', 'soun')],
    ['a movie with HTML behind it', 'VIDEO', 'video/mp4', () => Buffer.concat([movie(), html])],
    ['a movie whose box leaves the file', 'VIDEO', 'video/mp4', () => movie().subarray(0, -10)],
    ['a movie of a million empty boxes', 'VIDEO', 'video/mp4', () => manyBoxes()],
  ])('%s', async (_, kind, type, file) => {
    const { body } = await postMedia(owner, 'c1', kind);
    const answer = await upload(tidings, body.asset.upload_url, await file(), type);
    expect(answer.status).toBe(204);
    expect((await settled(owner, body)).asset).toEqual({ status: 'UPLOAD_FAILED' });
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
  test.each<[string, string, number, string]>([
    ['IMAGE', 'image/svg+xml', 415, 'errors.content_type.unsupported'],
    ['IMAGE', 'text/html', 415, 'errors.content_type.unsupported'],
    ['IMAGE', 'application/json', 415, 'errors.content_type.unsupported'],
    ['IMAGE', 'audio/wav', 415, 'errors.content_type.unsupported'],
    ['AUDIO', 'video/mp4', 415, 'errors.content_type.unsupported'],
    ['IMAGE', 'image/toString', 415, 'errors.content_type.unsupported'],
  ])('%s as %s', async (kind, type, status, code) => {
    const { body } = await postMedia(owner, 'c1', kind);
    const file = type === 'application/json' ? Buffer.from('{}') : await picture();
    const answer = await upload(tidings, body.asset.upload_url, file, type);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await upload(tidings, body.asset.upload_url, await picture(), 'image/png')).status).toBe(
      kind === 'IMAGE' ? 204 : 415,
    );
  });
  test('an image that is too large, by what it announces', async () => {
    const { body } = await postMedia(owner, 'c1', 'IMAGE');
    const answer = await raw(body.asset.upload_url, { 'content-length': String(10 * 1_048_576 + 1) });
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
  if (bytes) sent.end(bytes);
  else sent.flushHeaders();
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  sent.destroy();
  return { status: answer.statusCode as number, ...JSON.parse(text || '{}') };
}

const records = () => tidings.app.get(UploadRecords, { strict: false });
const ticketOf = ({ asset }: { asset: { upload_url: string } }) =>
  tidings.app
    .get<SignedAssetLinks>(ASSET_LINKS, { strict: false })
    .readUpload(asset.upload_url.split('/').at(-1) ?? '') as UploadTicket;
const keyOf = ({ id }: { id: string }) => ({ tenantId: acme.tenantId, kind: 'asset-upload', id: `c1.${id}` });

describe('signed URLs', () => {
  test('are refused when they are changed, of another purpose, or another kind of token', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    const url: string = body.asset.upload_url;
    await upload(tidings, url, wav(), 'audio/wav');
    const { asset } = await settled(owner, body);
    const [said = '', digest = ''] = (url.split('/').at(-1) ?? '').split('.');
    const other = await createTenant(tidings, 'other');
    const foreign = Buffer.from(said, 'base64url').toString().replace(acme.tenantId, other.tenantId);
    const forged = [
      `${said}.${digest.slice(0, -1)}A${digest.slice(-1)}`,
      `${said}.`,
      said,
      `${said}.${digest}.${digest}`,
      `${Buffer.from(foreign).toString('base64url')}.${digest}`,
      asset.download_url.split('/').at(-1),
      owner.token.slice(0, 499),
      '..%2f..%2f..%2fetc%2fpasswd',
      'a'.repeat(499),
    ];
    for (const token of forged) {
      const answer = await tidings.call('PUT', `/assets/uploads/${token}`, {
        raw: wav(),
        headers: { 'content-type': 'audio/wav' },
      });
      expect([token, answer.status, answer.body.code]).toEqual([token, 403, 'errors.asset.url_invalid']);
    }
    for (const token of [`${said}.${digest}`, `${said}.A`, '..%2f..%2fmaster.key']) {
      expect((await tidings.call('GET', `/assets/downloads/${token}`)).status).toBe(403);
    }
    const asBearer = await tidings.call('GET', '/tenant', { token: `${said}.${digest}` });
    expect(asBearer.status).toBe(401);
  });

  test('one of two uploads at once wins, and the URL is used once', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    const files = Array.from({ length: 8 }, () => upload(tidings, body.asset.upload_url, wav(20), 'audio/wav'));
    const statuses = (await Promise.all(files)).map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array(7).fill(409)]);
    expect((await settled(owner, body)).asset.status).toBe('UPLOAD_COMPLETED');
  });

  test('an upload that breaks off leaves nothing and can be repeated', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    const sent = request(`${tidings.url}/api/v1${pathOf(body.asset.upload_url)}`, {
      method: 'PUT',
      headers: { 'content-type': 'audio/wav', 'content-length': '1000' },
    });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(500));
    await until(async () => (await records().get(keyOf(body)))?.value.state === 'receiving');
    const busy = await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    expect([busy.status, busy.body.code]).toEqual([409, 'errors.asset.upload_in_progress']);
    sent.destroy();
    const again = await until(
      () => upload(tidings, body.asset.upload_url, wav(), 'audio/wav'),
      ({ status }) => status === 204,
    );
    expect(again.status).toBe(204);
    expect((await settled(owner, body)).asset.status).toBe('UPLOAD_COMPLETED');
  });
});

test('an upload whose process was killed can be repeated half a minute later', async () => {
  const { body } = await postMedia(owner, 'c1', 'AUDIO');
  const killed = await records().claim(ticketOf(body), 'audio/wav');
  clock.advance(29_000);
  expect((await upload(tidings, body.asset.upload_url, wav(), 'audio/wav')).status).toBe(409);
  clock.advance(1_000);
  expect((await upload(tidings, body.asset.upload_url, wav(), 'audio/wav')).status).toBe(204);
  expect(await records().received(killed, 10)).toBeUndefined();
  expect((await settled(owner, body)).asset.status).toBe('UPLOAD_COMPLETED');
});

describe('a store that fails', () => {
  const store = () => tidings.app.get<AssetStore>(ASSET_STORE, { strict: false });

  test('and lost a file is noticed by the download', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    const { asset } = await settled(owner, body);
    const message = { tenantId: acme.tenantId, messageId: body.id };
    for (const name of await store().names(message)) await store().remove({ ...message, name });
    for (let n = 0; n < 2; n++) expect((await download(tidings, asset.download_url)).status).toBe(404);
    const read = await settled(owner, body, 'UPLOAD_COMPLETED');
    expect(read.asset).toEqual({ status: 'UPLOAD_COMPLETED_MISSING' });
  });
  test('and lost a file is noticed before it is processed', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    const claimed = await records().claim(ticketOf(body), 'audio/wav');
    await records().received(claimed, 100);
    expect((await settled(owner, body)).asset).toEqual({ status: 'UPLOAD_COMPLETED_MISSING' });
  });
  test('and is away for a while is asked again', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    const [own, open] = [store(), store().open];
    let isAsked = false;
    own.open = async () => {
      isAsked = true;
      throw new StoreUnavailable('on purpose');
    };
    await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    await until(() => isAsked);
    await until(async () => (await records().get(keyOf(body)))?.value.attempts === 1);
    own.open = open;
    expect((await owner.mustCall('GET', `/conversations/c1/messages/${body.id}`)).body.asset.status).toBe(
      'UPLOAD_PENDING',
    );
    clock.advance(2_000);
    expect((await settled(owner, body)).asset.status).toBe('UPLOAD_COMPLETED');
  });
});

test('headers have 30 seconds, and the body of an upload as long as its URL is good', () => {
  const { headersTimeout, requestTimeout } = tidings.app.getHttpServer();
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 960_000]);
});

describe('time', () => {
  test('an upload URL is good for 15 minutes; then the upload has failed', async () => {
    const [late, never] = [await postMedia(owner, 'c1', 'AUDIO'), await postMedia(owner, 'c1', 'AUDIO')];
    clock.advance(limits.uploadMinutes * MINUTE - 1_000);
    expect((await upload(tidings, late.body.asset.upload_url, wav(), 'audio/wav')).status).toBe(204);
    expect((await settled(acme.owner, late.body)).asset.status).toBe('UPLOAD_COMPLETED');
    clock.advance(1_000);
    const fresh = await acme.signIn();
    const answer = await upload(tidings, never.body.asset.upload_url, wav(), 'audio/wav');
    expect([answer.status, answer.body.code]).toEqual([403, 'errors.asset.url_invalid']);
    expect((await settled(fresh, never.body)).asset).toEqual({ status: 'UPLOAD_FAILED' });
  });
  test('a download URL is good for 15 minutes, and each read makes a new one', async () => {
    const staff = await acme.signIn();
    const { body } = await postMedia(staff, 'c1', 'AUDIO');
    await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    const { asset } = await settled(staff, body);
    clock.advance(limits.downloadMinutes * MINUTE - 1);
    expect((await download(tidings, asset.download_url)).status).toBe(200);
    clock.advance(1);
    expect((await download(tidings, asset.download_url)).status).toBe(403);
    const reader = await acme.signIn();
    const read = await reader.mustCall('GET', `/conversations/c1/messages/${body.id}`);
    expect((await download(tidings, read.body.asset.download_url)).status).toBe(200);
  });
});
