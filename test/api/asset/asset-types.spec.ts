import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { download, movie, pathOf, photo, postMedia, settled, upload, wav } from '../../fixtures/media.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings({ FFMPEG: '/nowhere/ffmpeg' });
  const acme = await createTenant(tidings, 'acme');
  owner = acme.owner;
  await acme.conversation('c1');
});
afterAll(() => closeAudited(tidings));

describe('a file', () => {
  test.each(['image/jpg', 'image/pjpeg', ''])('named %j is a JPEG', async (type) => {
    const posted = await postMedia(owner, 'c1', 'IMAGE');
    expect((await upload(tidings, posted.body.asset.upload_url, await photo(), type)).status).toBe(204);
    const { asset } = await settled(owner, posted.body);
    expect((await download(tidings, asset.download_url)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('without a Content-Type is judged by its content', async () => {
    const posted = await postMedia(owner, 'c1', 'IMAGE');
    const url = `${tidings.url}/api/v1${pathOf(posted.body.asset.upload_url)}`;
    const body = new Blob([await photo()]);
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(204);
    expect((await settled(owner, posted.body)).asset.status).toBe('UPLOAD_COMPLETED');
  });

  test('a QuickTime movie is taken', async () => {
    const posted = await postMedia(owner, 'c1', 'VIDEO');
    await upload(tidings, posted.body.asset.upload_url, movie('qt  '), 'video/quicktime');
    const { asset } = await settled(owner, posted.body);
    const { headers, bytes } = await download(tidings, asset.download_url);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${posted.body.id}.mov"`);
    expect([headers.get('content-type'), bytes.includes('+48.2082')]).toEqual(['video/quicktime', false]);
  });

  test('without a Content-Type and of another kind fails, since its type differs', async () => {
    const posted = await postMedia(owner, 'c1', 'IMAGE');
    await upload(tidings, posted.body.asset.upload_url, wav(), '');
    const { asset } = await settled(owner, posted.body);
    expect(asset).toEqual({ status: 'UPLOAD_FAILED', failure: 'type_differs' });
  });
});
