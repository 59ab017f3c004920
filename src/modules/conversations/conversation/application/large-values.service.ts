import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { type FieldError, Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import { ChunkBuffers } from '../../../../lib/chunk-buffers.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import type { SchemaError } from '../../../../ports/process/schema-validator.js';
import { BLOB_CHUNK, BLOBS, type Blobs, DamagedBlob } from '../../../../ports/stores/blobs.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { type JsonFile, LARGE_JSON, type LargeJson, type RefusedJson } from '../../../../ports/stores/large-json.js';
import { SPOOL, type Spool, type SpoolFile } from '../../../../ports/stores/spool.js';
import type { GivenRef } from '../domain/conversation.commands.js';
import type { DataRef } from '../domain/conversation.events.js';
import { BlobQuota } from './blob-quota.service.js';

/** Containers around conversation_data in a body. */
const DEPTH_OF_BODY = 1;

const ROOT = 'conversation_data';
const within = (path: string): string => (path === '' ? ROOT : `${ROOT}.${path}`);

export function asFault({ path, keyword, details }: SchemaError): FieldError {
  if (keyword === 'too_slow') return { path: within(path), code: 'errors.field.too_slow' };
  return { path: within(path), code: 'errors.field.schema', details: { keyword, ...details } };
}

const UNSTORABLE = {
  characters: 'errors.field.characters',
  unknown: 'errors.field.unknown',
  number: 'errors.field.number',
} as const;

/** The conversation that gets a value. */
export interface Owner {
  readonly tenantId: string;
  readonly conversationId: string;
}

/** A value of its own blob that is missing or damaged. Another try helps only after the blob is restored. */
export class LostValue extends StoreUnavailable {}

/** Values of conversation_data that the memory of the service never holds as a whole. */
@Injectable()
export class LargeValues {
  constructor(
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(SPOOL) private readonly spool: Spool,
    @Inject(LARGE_JSON) private readonly json: LargeJson,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(BlobQuota) private readonly quota: BlobQuota,
  ) {}

  /** Checks a value of a body, or one after a merge patch, and keeps it. @throws Rejection 400, 429 */
  async keep(owner: Owner, file: JsonFile, schema: unknown, base?: JsonFile): Promise<GivenRef> {
    const { tenantId, conversationId } = owner;
    const target = await this.spool.create();
    try {
      const found = await this.json.write(tenantId, {
        file,
        base,
        schema,
        target: target.place,
        maxBytes: this.config.conversationDataMax,
        maxDepth: limits.depth - DEPTH_OF_BODY,
        searchedText: limits.searchedData,
      });
      if (!found.ok) return this.refuse(found);
      const { digest: former, bytes, text } = found;
      const digest = await this.blobs.nameOf(tenantId, conversationId, former);
      if (bytes <= limits.inlineData) return { digest, former, value: JSON.parse((await bytesOf(target)).toString()) };
      await this.quota.admit(tenantId, digest, bytes);
      const value = { digest: former, bytes, read: (buffers?: ChunkBuffers) => target.read(buffers) };
      await this.blobs.write(tenantId, conversationId, value);
      return { digest, former, text };
    } finally {
      await target.remove();
    }
  }

  /** Merges a patch into the kept value, checks the result and keeps it. @throws as `keep`; LostValue */
  keepMerged(
    owner: Owner,
    patch: { readonly value: object; readonly file?: JsonFile | undefined },
    known: DataRef | undefined,
    schema: unknown,
  ): Promise<GivenRef> {
    const merge = (file: JsonFile) =>
      known && known.value === undefined
        ? this.copied(owner.tenantId, known.digest, (base) => this.keep(owner, file, schema, base))
        : this.spooled(known?.value ?? {}, (base) => this.keep(owner, file, schema, base));
    return patch.file ? merge(patch.file) : this.spooled(patch.value, merge);
  }

  /** Whether a kept value follows a schema. No request waits for it. @throws LostValue */
  async follows(tenantId: string, digest: string, schema: unknown): Promise<boolean> {
    const priority = 'background';
    const check = (file: JsonFile) => this.json.check(tenantId, { file, schema, priority });
    return (await this.copied(tenantId, digest, check)).ok;
  }

  /** Bytes of a value. @throws LostValue */
  async sizeOf(tenantId: string, digest: string): Promise<number> {
    return (await this.blobs.size(tenantId, digest)) ?? this.lost(tenantId, digest);
  }

  /** @param most bytes of a value @throws LostValue */
  async pick(tenantId: string, digest: string, paths: readonly string[], most: number) {
    const picked = await this.copied(tenantId, digest, (file) => this.json.pick(tenantId, file, paths, most));
    return picked ?? this.lost(tenantId, digest);
  }

  /** The bytes of a value. An answer whose bytes turn out to be damaged breaks off. @throws LostValue */
  async *read(tenantId: string, digest: string, buffers?: ChunkBuffers): AsyncIterable<Uint8Array> {
    try {
      yield* this.blobs.read(tenantId, digest, buffers);
    } catch (error) {
      if (error instanceof DamagedBlob) this.lost(tenantId, digest);
      throw error;
    }
  }

  lost(tenantId: string, digest: string): never {
    const fields = { tenant_id: tenantId, digest };
    this.logger.error(fields, 'A blob of conversation_data is missing or damaged; restore it from a backup.');
    throw new LostValue(`The blob ${digest} of conversation_data is missing or damaged.`);
  }

  /** Blobs may be kept elsewhere; other processes read files. @throws LostValue */
  private async copied<T>(tenantId: string, digest: string, work: (file: JsonFile) => Promise<T>): Promise<T> {
    await this.sizeOf(tenantId, digest);
    const file = await this.spool.create();
    const buffers = new ChunkBuffers(BLOB_CHUNK, 2);
    try {
      let to = 0;
      for await (const chunk of this.read(tenantId, digest, buffers)) {
        await file.add(chunk);
        to += chunk.length;
        buffers.give(chunk);
      }
      return await work({ ...file.place, from: 0, to });
    } finally {
      await file.remove();
    }
  }

  /** Other processes read files. */
  private async spooled<T>(value: object, work: (file: JsonFile) => Promise<T>): Promise<T> {
    const file = await this.spool.create();
    try {
      const bytes = Buffer.from(JSON.stringify(value));
      await file.add(bytes);
      return await work({ ...file.place, from: 0, to: bytes.length });
    } finally {
      await file.remove();
    }
  }

  private refuse(refused: RefusedJson): never {
    switch (refused.reason) {
      case 'malformed':
        return reject('errors.body.malformed');
      case 'too_deep':
        throw new Rejection('errors.body.malformed', [{ path: '', code: 'errors.field.too_deep' }]);
      case 'too_long':
        return rejectAt(ROOT, 'errors.field.too_long', { max: this.config.conversationDataMax });
      case 'unstorable': {
        const errors = refused.members.map(({ path, reason }) => ({ path: within(path), code: UNSTORABLE[reason] }));
        throw new Rejection('errors.validation.failed', errors);
      }
      case 'invalid':
        throw new Rejection('errors.validation.failed', refused.fieldErrors.map(asFault));
    }
  }
}

async function bytesOf(file: SpoolFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
