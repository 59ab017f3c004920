import { createHash, hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conversationData, textsIn } from '../../../../projections/conversation-data/projection.js';
import type { ConversationTypeRecord } from '../../../../projections/conversation-type/projection.js';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../config.js';
import type { ChunkBuffers } from '../../../kernel/chunk-buffers.js';
import { cutText } from '../../../kernel/cut-text.js';
import { type FairQueueBounds, QueueFull } from '../../../kernel/fair-bounds.js';
import { FairRunner } from '../../../kernel/fair-runner.js';
import { jsonSlices } from '../../../kernel/json-slices.js';
import { Rejection, reject, rejectAt } from '../../../kernel/rejection.js';
import { inSlices, nextSlice } from '../../../kernel/sliced-work.js';
import { ValuesByPath, valueAt } from '../../../kernel/template.js';
import { BLOBS, type Blobs } from '../../../ports/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import type { JsonFile } from '../../../ports/large-json.js';
import { SCHEMA_VALIDATOR, type SchemaValidator } from '../../../ports/schema-validator.js';
import type { DataRef } from '../domain/conversation.events.js';
import { BlobQuota } from './blob-quota.service.js';
import { asFault, LargeValues } from './large-values.service.js';

type ConversationType = ConversationTypeRecord['value'];
type Data = Readonly<Record<string, unknown>>;

const PARSED_AT_ONCE: FairQueueBounds = {
  running: { total: 2, perTenant: 1 },
  waiting: { total: 10_000, perTenant: 1_000 },
};

/** conversation_data of a write: parsed, or where it stands on the disk. */
export interface GivenData {
  readonly value?: Data | undefined;
  readonly file?: JsonFile | undefined;
}

/** conversation_data: checked before the decision, read by those who show it. */
@Injectable()
export class ConversationDataService {
  private readonly turns = new FairRunner(PARSED_AT_ONCE);

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SCHEMA_VALIDATOR) private readonly validator: SchemaValidator,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LargeValues) private readonly large: LargeValues,
    @Inject(BlobQuota) private readonly quota: BlobQuota,
  ) {}

  /** @throws Rejection 400 at `conversation_type_id` */
  async typeOf(tenantId: string, id: string): Promise<ConversationType> {
    const record = await conversationTypesOf(this.documents, tenantId).get(id);
    return record?.value ?? rejectAt('conversation_type_id', 'errors.field.reference');
  }

  /** Absent data are judged as `{}`. @throws Rejection 400 below `conversation_data`, 429 */
  async checked(tenantId: string, type: ConversationType, given: GivenData): Promise<DataRef | undefined> {
    const { value, file } = given;
    if (value !== undefined && file) return this.large.keep(tenantId, file, type.dataSchema);
    const ref = value === undefined ? undefined : await this.refOf(tenantId, value);
    if (type.dataSchema) {
      const verdict = await this.validator.validate(tenantId, type.dataSchema, value ?? {});
      if (!verdict.ok) throw new Rejection('errors.validation.failed', verdict.fieldErrors.map(asFault));
    }
    return ref;
  }

  /** The present data of a conversation. */
  async refTo(tenantId: string, conversationId: string): Promise<DataRef | undefined> {
    return (await this.documents.reader(conversationData, tenantId).get(conversationId))?.data;
  }

  /** Data of which `valueAt` knows the given paths. Longer values than a text can be are cut. @throws LostValue */
  async valuesAt(tenantId: string, ref: DataRef | undefined, paths: readonly string[]): Promise<unknown> {
    const { data } = await this.valuesUpTo(tenantId, ref, paths, limits.pickedValue);
    return data;
  }

  /** The same for an answer. @throws Rejection 413 where a value takes more than an answer may; LostValue */
  async valuesToShow(tenantId: string, ref: DataRef | undefined, paths: readonly string[]): Promise<unknown> {
    const { data, isCut } = await this.valuesUpTo(tenantId, ref, paths, this.config.answerMaxBytes);
    return isCut ? reject('errors.answer.too_large', { max: this.config.answerMaxBytes }) : data;
  }

  /** Whether kept data follow a schema. No request waits for it. @throws LostValue */
  async follows(tenantId: string, ref: DataRef | undefined, schema: unknown): Promise<boolean> {
    if (ref && (await this.isLarge(tenantId, ref))) return this.large.follows(tenantId, ref.digest, schema);
    const value = ref ? await this.parsed(tenantId, ref) : {};
    return (await this.validator.validate(tenantId, schema, value, 'background')).ok;
  }

  /** Bytes of a value that is kept as a blob. @throws LostValue */
  async sizeOf(tenantId: string, { digest }: DataRef): Promise<number> {
    return (await this.blobs.size(tenantId, digest)) ?? this.large.lost(tenantId, digest);
  }

  /** The JSON of a value that is kept as a blob, in chunks. */
  read(tenantId: string, { digest }: DataRef, buffers?: ChunkBuffers): AsyncIterable<Uint8Array> {
    return this.large.read(tenantId, digest, buffers);
  }

  private async valuesUpTo(tenantId: string, ref: DataRef | undefined, paths: readonly string[], most: number) {
    if (!ref || ref.value !== undefined) return { data: ref?.value ?? {}, isCut: false };
    if (paths.length === 0) return { data: new ValuesByPath(new Map()), isCut: false };
    if (await this.isLarge(tenantId, ref)) {
      const { values, isCut } = await this.large.pick(tenantId, ref.digest, paths, most);
      return { data: new ValuesByPath(new Map(values)), isCut };
    }
    const values = await this.inTurn(tenantId, async () => {
      const value = await this.parsed(tenantId, ref);
      return new Map(paths.map((path) => [path, valueAt(value, path)]));
    });
    return { data: new ValuesByPath(values), isCut: false };
  }

  /** A value that is parsed takes many times its size: one of a tenant at a time. @throws Rejection 429 */
  private async inTurn<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.turns.run({ tenantId, priority: 'interactive' }, work);
    } catch (error) {
      if (error instanceof QueueFull) return reject('errors.rate_limited', { retry_after: 1 });
      throw error;
    }
  }

  private async isLarge(tenantId: string, ref: DataRef): Promise<boolean> {
    return ref.value === undefined && (await this.sizeOf(tenantId, ref)) > limits.parsedData;
  }

  private async parsed(tenantId: string, { digest, value }: DataRef): Promise<Data> {
    if (value !== undefined) return value;
    await nextSlice(tenantId);
    const bytes = await this.blobs.get(tenantId, digest);
    if (!bytes || hash('sha256', bytes) !== digest) return this.large.lost(tenantId, digest);
    return JSON.parse(Buffer.from(bytes).toString()) as Data;
  }

  private async refOf(tenantId: string, data: Data): Promise<DataRef> {
    const bytes = await inSlices(tenantId, jsonSlices(data));
    const max = this.config.conversationDataMax;
    if (bytes.length > max) rejectAt('conversation_data', 'errors.field.too_long', { max });
    if (bytes.length > limits.inlineData) {
      await nextSlice(tenantId);
      await this.quota.admit(tenantId, hash('sha256', bytes), bytes.length);
      const digest = await this.blobs.put(tenantId, bytes);
      return { digest, text: cutText(textsIn(data, limits.searchedData).join(' '), limits.searchedData) };
    }
    return { digest: createHash('sha256').update(bytes).digest('hex'), value: data };
  }
}
