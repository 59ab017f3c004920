import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { assetPath, messagePath, tenantPath } from '../../ports/media/asset-path.js';
import type { AssetFile, AssetStore, ByteRange, Bytes } from '../../ports/media/asset-store.js';
import { SourceFailed, whole } from '../../ports/media/whole-source.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { BucketUrl } from './bucket-url.js';

const ANSWER_MS = 30_000;
/** Objects that a bucket lists at once. */
const PAGE = 1_000;

/** Failures are thrown, and logged where they are handled. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** An S3-compatible bucket. A bucket has an object only when all its bytes arrived. */
export class S3Assets implements AssetStore {
  private readonly client: S3Client;

  constructor(private readonly at: BucketUrl) {
    const { endpoint, region } = at;
    this.client = new S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      // Other servers than Amazon's do not know checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: SILENT,
      requestHandler: {
        connectionTimeout: 5_000,
        requestTimeout: ANSWER_MS,
        httpAgent: { maxSockets: 256 },
        httpsAgent: { maxSockets: 256 },
      },
    });
  }

  async put(file: AssetFile, source: Bytes, size: number): Promise<void> {
    const body = Readable.from(whole(source, size), { objectMode: false });
    const aborting = new AbortController();
    let failed: unknown;
    // The client waits for a source that failed; aborted, it closes the connection, and the bucket keeps nothing.
    body.once('error', (error) => {
      failed = error;
      aborting.abort();
    });
    const command = new PutObjectCommand({ ...this.key(file), Body: body, ContentLength: size });
    await this.client.send(command, { abortSignal: aborting.signal }).catch((error) => {
      body.destroy();
      if (failed instanceof SourceFailed) throw failed.cause;
      refuse(error);
    });
  }

  async open(file: AssetFile, range?: ByteRange): Promise<Bytes | undefined> {
    const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    const found = await this.client.send(new GetObjectCommand({ ...this.key(file), ...part })).catch((error) => {
      return error instanceof NoSuchKey ? undefined : refuse(error);
    });
    return found?.Body as Readable | undefined;
  }

  async names(message: Omit<AssetFile, 'name'>): Promise<readonly string[]> {
    const prefix = `${this.at.prefix}${messagePath(message)}/`;
    const names: string[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const place = token === undefined ? {} : { ContinuationToken: token };
      const parameters = { Bucket: this.at.bucket, Prefix: prefix, ...place };
      const page = await this.client.send(new ListObjectsV2Command(parameters)).catch(refuse);
      names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    }
    return names;
  }

  async remove(file: AssetFile): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.key(file))).catch(refuse);
  }

  /** A bucket may list fewer objects than it has. */
  async removeOf(tenantId: string, most: number): Promise<number> {
    const { bucket: Bucket, prefix } = this.at;
    const removed = (Key: string | undefined) => this.client.send(new DeleteObjectCommand({ Bucket, Key }));
    for (let count = 0; ; ) {
      const parameters = { Bucket, Prefix: `${prefix}${tenantPath(tenantId)}/`, MaxKeys: Math.min(most - count, PAGE) };
      const page = await this.client.send(new ListObjectsV2Command(parameters)).catch(refuse);
      await Promise.all((page.Contents ?? []).map(({ Key }) => removed(Key))).catch(refuse);
      count += page.Contents?.length ?? 0;
      if (count >= most || !page.IsTruncated) return count;
    }
  }

  /** An object whose upload was killed was never there. */
  async sweep(): Promise<void> {}

  private key(file: AssetFile) {
    return { Bucket: this.at.bucket, Key: `${this.at.prefix}${assetPath(file)}` };
  }
}

function refuse(cause: unknown): never {
  throw new StoreUnavailable(`The bucket failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
