import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller } from '../../fixtures/caller.js';
import {
  download,
  movie,
  pathOf,
  photo,
  picture,
  postMedia,
  settled,
  upload,
  wav,
  webm,
} from '../../fixtures/media.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;
let client: Caller;

beforeAll(async () => {
  tidings = await startTidings({ FFMPEG: '/nowhere/ffmpeg' });
  acme = await createTenant(tidings, 'acme');
  owner = acme.owner;
  await acme.conversationWithClient('c1');
  client = await acme.client('c1');
});
afterAll(() => closeAudited(tidings));

describe('an image', () => {
  test('is posted, uploaded, cleaned and downloaded', async () => {
    const posted = await owner.call('POST', '/conversations/c1/messages', { kind: 'IMAGE', text: 'My cat' });
    expect(posted.status).toBe(202);
    expect(posted.body).toMatchObject({ kind: 'IMAGE', text: 'My cat', sequence: null });
    expect(posted.body.asset).toEqual({ upload_url: expect.any(String), status: 'UPLOAD_PENDING' });
    expect(posted.body.asset.upload_url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/v1\/assets\/uploads\/[\w.-]+$/);

    const file = await photo();
    expect((await sharp(file).metadata()).exif?.toString('latin1')).toContain('Canary');
    const uploaded = await upload(tidings, posted.body.asset.upload_url, file, 'image/jpeg');
    expect([uploaded.status, uploaded.text]).toEqual([204, '']);

    const { asset, ...message } = await settled(owner, posted.body);
    expect(message).toMatchObject({ text: 'My cat', kind: 'IMAGE' });
    expect(message.updated_at > message.created_at).toBe(true);
    expect(asset).toEqual({
      download_url: expect.any(String),
      thumbnail_url: expect.any(String),
      status: 'UPLOAD_COMPLETED',
    });

    const content = await download(tidings, asset.download_url);
    expect(content.status).toBe(200);
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(content.bytes.length),
      'content-disposition': `inline; filename="${message.id}.jpg"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const { width, height, exif, orientation } = await sharp(content.bytes).metadata();
    expect([width, height, exif, orientation]).toEqual([600, 800, undefined, undefined]);
    expect(content.bytes.includes('Canary')).toBe(false);

    const thumbnail = await download(tidings, asset.thumbnail_url);
    const small = await sharp(thumbnail.bytes).metadata();
    expect([small.format, small.width, small.height, small.exif]).toEqual(['webp', 240, 320, undefined]);
  });

  test.each(['png', 'webp', 'gif'] as const)('of the type %s', async (format) => {
    const posted = await postMedia(owner, 'c1', 'IMAGE');
    await upload(tidings, posted.body.asset.upload_url, await picture(format), `image/${format}`);
    const { asset } = await settled(owner, posted.body);
    const { headers, bytes } = await download(tidings, asset.download_url);
    expect(headers.get('content-type')).toBe(`image/${format}`);
    expect((await sharp(bytes).metadata()).format).toBe(format);
  });
});

describe('video and audio', () => {
  test('a video is an attachment, without the place where it was taken', async () => {
    const posted = await postMedia(owner, 'c1', 'VIDEO');
    const file = movie();
    await upload(tidings, posted.body.asset.upload_url, file, 'video/mp4');
    const { asset } = await settled(owner, posted.body);
    expect(asset).toEqual({ download_url: expect.any(String), status: 'UPLOAD_COMPLETED' });
    const { headers, bytes } = await download(tidings, asset.download_url);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${posted.body.id}.mp4"`);
    expect(bytes.length).toBe(file.length);
    expect(bytes.includes('+48.2082')).toBe(false);
    expect(bytes.subarray(-1_000).equals(file.subarray(-1_000))).toBe(true);
  });
  test.each([
    ['audio/webm; codecs=opus', webm()],
    ['audio/wav', wav()],
    ['audio/x-wav', wav()],
    ['audio/mp4', movie('M4A ', 'soun')],
    ['audio/mp4; codecs=mp4a', movie('isom', 'soun')],
  ])('audio of the type %s', async (type, file) => {
    const posted = await postMedia(client, 'c1', 'AUDIO');
    expect((await upload(tidings, posted.body.asset.upload_url, file, type)).status).toBe(204);
    expect((await settled(client, posted.body)).asset.status).toBe('UPLOAD_COMPLETED');
  });
});

describe('downloads', () => {
  let url: string;
  let whole: Buffer;
  beforeAll(async () => {
    const posted = await postMedia(owner, 'c1', 'AUDIO');
    whole = wav(1);
    await upload(tidings, posted.body.asset.upload_url, whole, 'audio/wav');
    url = (await settled(owner, posted.body)).asset.download_url;
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=8000-', 8_000, 8_043],
    ['bytes=-44', 8_000, 8_043],
    ['bytes=10-99999', 10, 8_043],
  ])('of the range %s', async (range, first, last) => {
    const { status, headers, bytes } = await download(tidings, url, { range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/8044`]);
    expect(headers.get('content-length')).toBe(String(last - first + 1));
    expect(bytes.equals(whole.subarray(first, last + 1))).toBe(true);
  });
  test.each(['bytes=9000-', 'bytes=5-1', 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2', 'bytes=-0'])(
    'are whole where the range is %s',
    async (range) => {
      const { status, bytes } = await download(tidings, url, { range });
      expect([status, bytes.length]).toEqual([200, whole.length]);
    },
  );
  test('are not repeated for a file that is known', async () => {
    const { headers } = await download(tidings, url);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"content-[0-9a-f-]{36}"$/);
    expect((await download(tidings, url, { 'if-none-match': etag })).status).toBe(304);
    expect((await download(tidings, url, { 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200);
  });
  test('HEAD tells the length', async () => {
    const { status, headers, bytes } = await download(tidings, url, {}, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, '8044', 0]);
  });
});

describe('those who are told', () => {
  test('sockets get each status, and only the author among the clients gets the upload URL', async () => {
    await acme.conversation('c2', { participants: ['a', 'b'].map((id) => ({ id, kind: 'CLIENT', display_name: id })) });
    const [a, b] = [await acme.client('c2', 'a'), await acme.client('c2', 'b')];
    const listeners = await Promise.all([owner, a, b].map((each) => listenerOf(each)));
    for (const each of listeners) await each.subscribe('conversations/c2');
    const { body } = await postMedia(a, 'c2', 'IMAGE');
    await upload(tidings, body.asset.upload_url, await picture(), 'image/png');
    const done = await settled(a, body);
    const { headers } = await owner.mustCall('GET', '/conversations/c2');
    for (const each of listeners) await each.reached('conversations/c2', headers.get('tidings-position') ?? '');
    const shown = listeners.map(({ heard }) => heard.filter(({ message }) => message?.id === body.id));
    for (const frames of shown) {
      expect(frames.map(({ type, message }) => [type, message?.asset?.status])).toEqual([
        ['NEW_MESSAGE', 'UPLOAD_PENDING'],
        ['MESSAGE_UPDATED', 'UPLOAD_COMPLETED'],
      ]);
      const last = frames[1]?.message;
      expect(last).toEqual({ ...done, asset: { ...done.asset, ...urlsOf(last) } });
    }
    const uploadUrls = shown.map(([first]) => first?.message?.asset?.upload_url);
    expect(uploadUrls).toEqual([body.asset.upload_url, body.asset.upload_url, undefined]);
    expect((await b.mustCall('GET', `/conversations/c2/messages/${body.id}`)).body.asset.status).toBe(
      'UPLOAD_COMPLETED',
    );
    for (const each of listeners) each.close();
  });
  test('a client that is not the author reads no upload URL', async () => {
    const { body } = await postMedia(owner, 'c1', 'IMAGE');
    const path = `/conversations/c1/messages`;
    expect((await client.mustCall('GET', `${path}/${body.id}`)).body.asset).toEqual({ status: 'UPLOAD_PENDING' });
    const { body: page } = await client.mustCall('GET', `${path}?limit=1`);
    expect(page.messages[0].asset).toEqual({ status: 'UPLOAD_PENDING' });
    expect((await owner.mustCall('GET', `${path}?limit=1`)).body.messages[0].asset).toEqual(body.asset);
  });
  test('the event feed has the same messages', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    await settled(owner, body);
    const { body: feed } = await owner.mustCall('GET', '/events?limit=1000');
    const told = feed.events.filter(({ data }: { data: { id: string } }) => data.id === body.id);
    expect(told.map(({ type, data }: { type: string; data: typeof body }) => [type, data.asset.status])).toEqual([
      ['message.created', 'UPLOAD_PENDING'],
      ['message.updated', 'UPLOAD_COMPLETED'],
    ]);
    expect(told[0].data.asset.upload_url).toBe(body.asset.upload_url);
    expect((await download(tidings, told[1].data.asset.download_url)).status).toBe(200);
  });
});

const urlsOf = (message: { readonly asset?: object } | undefined) => message?.asset ?? {};

test('a repeated source_id answers the same upload URL', async () => {
  const first = await postMedia(owner, 'c1', 'IMAGE', { source_id: 'once' });
  const again = await postMedia(owner, 'c1', 'IMAGE', { source_id: 'once' });
  expect(again.status).toBe(200);
  expect(pathOf(again.body.asset.upload_url)).toBe(pathOf(first.body.asset.upload_url));
});

describe('a deleted message', () => {
  test('has no asset any more, and its URLs lead nowhere', async () => {
    const { body } = await postMedia(owner, 'c1', 'AUDIO');
    await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    const { asset } = await settled(owner, body);
    const path = `/conversations/c1/messages/${body.id}`;
    await owner.mustCall('DELETE', path);
    const read = await owner.mustCall('GET', path);
    expect(read.body).not.toHaveProperty('asset');
    expect((await download(tidings, asset.download_url)).status).toBe(404);
    const again = await upload(tidings, body.asset.upload_url, wav(), 'audio/wav');
    expect([again.status, again.body.code]).toEqual([404, 'errors.asset.not_found']);
    const { body: feed } = await owner.mustCall('GET', '/events?limit=1000');
    const told = feed.events.filter(({ data }: { data: { id: string } }) => data.id === body.id);
    expect(told.map(({ data }: { data: object }) => 'asset' in data)).toEqual([false, false, false]);
  });
});
