import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBucketUrl } from '../../../src/adapters/s3-assets/bucket-url.js';
import { S3Assets } from '../../../src/adapters/s3-assets/s3-assets.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeAssetStore } from '../../contracts/asset-store.contract.js';
import { type S3Server, startS3Server } from '../../support/servers/s3-server.js';

let server: S3Server;
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
  server = await startS3Server();
});
afterAll(() => server.close());

/** `S3_TEST_URL` names a bucket of another server: `s3://bucket?endpoint=http://127.0.0.1:9000`. */
const bucket = () => readBucketUrl(process.env.S3_TEST_URL ?? `s3://bucket/assets?endpoint=${server.url}`);

describeAssetStore('S3', async () => new S3Assets(bucket()));

describe('asset store: S3', () => {
  const own = () => new S3Assets(readBucketUrl(`s3://own?endpoint=${server.url}`));
  const file = () => ({ tenantId: randomUUID(), messageId: randomUUID(), name: 'content' });
  async function* bytes() {
    yield Buffer.from('x');
  }

  test('all pages of a listing are read', async () => {
    const [store, first] = [own(), file()];
    const names = Array.from({ length: 5 }, (_, n) => `upload-${n}`);
    for (const name of names) await store.put({ ...first, name }, bytes(), 1);
    expect(await store.names(first)).toEqual(names);
  });
  test('a bucket that is away is told as unavailable, and never as a missing file', async () => {
    const [store, kept] = [own(), file()];
    await store.put(kept, bytes(), 1);
    server.isAway = true;
    await expect(store.open(kept)).rejects.toThrow(StoreUnavailable);
    await expect(store.put(kept, bytes(), 1)).rejects.toThrow(StoreUnavailable);
    await expect(store.names(kept)).rejects.toThrow(StoreUnavailable);
    server.isAway = false;
    expect(await store.open(kept)).toBeDefined();
  });
});

test.each([
  ['s3://media', { bucket: 'media', prefix: '', region: 'us-east-1' }],
  ['s3://media/a/b/?region=eu-central-1', { bucket: 'media', prefix: 'a/b/', region: 'eu-central-1' }],
  [
    's3://media?endpoint=https://s3.example:9000',
    { bucket: 'media', prefix: '', region: 'us-east-1', endpoint: 'https://s3.example:9000' },
  ],
])('the bucket of %s', (url, expected) => expect(readBucketUrl(url)).toEqual(expected));
