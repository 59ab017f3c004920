import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { MINUTE } from '../../../src/kernel/instant.js';
import {
  type UploadEntry,
  UploadRecords,
} from '../../../src/modules/conversations/asset/application/upload-records.js';
import { ASSET_STORE, type AssetStore } from '../../../src/ports/media/asset-store.js';
import { ASSET_LINKS, type SignedAssetLinks, type UploadTicket } from '../../../src/ports/media/signed-asset-links.js';
import { CLOCK } from '../../../src/ports/process/clock.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import type { Caller } from '../../fixtures/caller.js';
import { download, pathOf, postMedia, settled, upload, wav } from '../../fixtures/media.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { setClock } from '../../support/processes/set-clock.js';
import { until } from '../../support/until.js';

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
  test('keeps the files of an upload whose processing was killed just before its end', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    const { asset } = await settled(owner, body);
    const ended = () =>
      until(
        async () => await records().get(keyOf(body)),
        (entry) => entry?.value.state === 'ended',
      );
    const entry = (await ended()) as UploadEntry;
    await records().move(entry, { state: 'received' }, clock.now());
    await ended();
    expect((await settled(owner, body)).asset).toEqual(asset);
    expect((await download(tidings, asset.download_url)).status).toBe(200);
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
    const staff = await acme.signIn();
    const [late, never] = [await postMedia(staff, 'c1', 'AUDIO'), await postMedia(staff, 'c1', 'AUDIO')];
    clock.advance(limits.uploadMinutes * MINUTE - 1_000);
    expect((await upload(tidings, late.body.asset.upload_url, wav(), 'audio/wav')).status).toBe(204);
    expect((await settled(staff, late.body)).asset.status).toBe('UPLOAD_COMPLETED');
    clock.advance(1_000);
    const fresh = await acme.signIn();
    const answer = await upload(tidings, never.body.asset.upload_url, wav(), 'audio/wav');
    expect([answer.status, answer.body.code]).toEqual([403, 'errors.asset.url_invalid']);
    expect((await settled(fresh, never.body)).asset).toEqual({ status: 'UPLOAD_FAILED', failure: 'not_uploaded' });
  });
  test('an upload that was too large, and came no more, has failed for that', async () => {
    const staff = await acme.signIn();
    const { body } = await postMedia(staff, 'c1', 'IMAGE');
    const large = await upload(tidings, body.asset.upload_url, Buffer.alloc(20 * 1_048_576 + 1), 'image/png');
    expect([large.status, large.body.code]).toEqual([413, 'errors.asset.too_large']);
    clock.advance(limits.uploadMinutes * MINUTE);
    const fresh = await acme.signIn();
    expect((await settled(fresh, body)).asset).toEqual({ status: 'UPLOAD_FAILED', failure: 'too_large' });
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
