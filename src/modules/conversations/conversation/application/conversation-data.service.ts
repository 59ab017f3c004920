import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conversationData, textsIn } from '../../../../../projections/conversation-data/projection.js';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Basis } from '../../../../engine/commands/conditional-commands.js';
import { Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ChunkBuffers } from '../../../../lib/chunk-buffers.js';
import { cutText } from '../../../../lib/cut-text.js';
import { mergePatch } from '../../../../lib/json/merge-patch.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { ValuesByPath } from '../../../../lib/template.js';
import { SCHEMA_VALIDATOR, type SchemaValidator } from '../../../../ports/process/schema-validator.js';
import { BLOBS, type Blobs } from '../../../../ports/stores/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { JsonFile, PickedValues } from '../../../../ports/stores/large-json.js';
import { type ConversationType, conversationType } from '../../conversation-type/domain/conversation-type.resource.js';
import type { GivenRef } from '../domain/conversation.commands.js';
import type { DataRef } from '../domain/conversation.events.js';
import { BlobQuota } from './blob-quota.service.js';
import { asFault, LargeValues, type Owner } from './large-values.service.js';

type Data = Readonly<Record<string, unknown>>;

/** conversation_data of a write: parsed, or its place on the disk. */
export interface GivenData {
  readonly value?: Data | undefined;
  readonly file?: JsonFile | undefined;
}

/** conversation_data: checked before the decision, read by those who show it. */
@Injectable()
export class ConversationDataService {
  /** Values of kept data by tenant, digest and paths. Data under a digest never change. */
  private readonly picked = lruCache<string, PickedValues>({ bytes: cacheBudgets.pickedValues });

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SCHEMA_VALIDATOR) private readonly validator: SchemaValidator,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LargeValues) private readonly large: LargeValues,
    @Inject(BlobQuota) private readonly quota: BlobQuota,
  ) {}

  /** @throws Rejection 400 at `conversation_type_id` */
  async typeOf(basis: Basis, id: string): Promise<ConversationType> {
    const record = await basis.resource(conversationType, id);
    return record?.value ?? rejectAt('conversation_type_id', 'errors.field.reference');
  }

  /** Absent data are judged as `{}`. @throws Rejection 400 below `conversation_data`, 429 */
  async checked(owner: Owner, type: ConversationType, given: GivenData): Promise<GivenRef | undefined> {
    const { value, file } = given;
    if (value !== undefined && file) return this.large.keep(owner, file, type.dataSchema);
    const bytes = value === undefined ? undefined : this.bytesOf(value);
    if (type.dataSchema) {
      const verdict = await this.validator.validate(owner.tenantId, type.dataSchema, value ?? {});
      if (!verdict.ok) throw new Rejection('errors.validation.failed', verdict.fieldErrors.map(asFault));
    }
    return value && bytes && this.keep(owner, value, bytes);
  }

  /** Data after a merge patch of the known ones. @throws as `checked`; LostValue */
  async checkedMerge(
    owner: Owner,
    type: ConversationType,
    patch: GivenData & { readonly value: Data },
    known: DataRef | undefined,
  ): Promise<GivenRef | undefined> {
    const isLarge = patch.file !== undefined || (known !== undefined && known.value === undefined);
    if (isLarge) return this.large.keepMerged(owner, patch, known, type.dataSchema);
    return this.checked(owner, type, { value: mergePatch(known?.value, patch.value) as Data });
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
    if (ref && ref.value === undefined) return this.large.follows(tenantId, ref.digest, schema);
    return (await this.validator.validate(tenantId, schema, ref?.value ?? {}, 'background')).ok;
  }

  /** Bytes of a value that is kept as a blob. @throws LostValue */
  sizeOf(tenantId: string, { digest }: DataRef): Promise<number> {
    return this.large.sizeOf(tenantId, digest);
  }

  /** The JSON of a value that is kept as a blob, in chunks. */
  read(tenantId: string, { digest }: DataRef, buffers?: ChunkBuffers): AsyncIterable<Uint8Array> {
    return this.large.read(tenantId, digest, buffers);
  }

  private async valuesUpTo(tenantId: string, ref: DataRef | undefined, paths: readonly string[], most: number) {
    if (!ref || ref.value !== undefined) return { data: ref?.value ?? {}, isCut: false };
    if (paths.length === 0) return { data: new ValuesByPath(new Map()), isCut: false };
    const { values, isCut } = await this.pick(tenantId, ref.digest, paths, most);
    return { data: new ValuesByPath(new Map(values)), isCut };
  }

  private async pick(tenantId: string, digest: string, paths: readonly string[], most: number): Promise<PickedValues> {
    const key = JSON.stringify([tenantId, digest, most, ...paths]);
    const known = this.picked.get(key);
    if (known) return known;
    const found = await this.large.pick(tenantId, digest, paths, most);
    this.picked.set(key, found);
    return found;
  }

  /** @throws Rejection 400 */
  private bytesOf(data: Data): Buffer {
    const bytes = Buffer.from(JSON.stringify(data));
    const max = this.config.conversationDataMax;
    if (bytes.length > max) rejectAt('conversation_data', 'errors.field.too_long', { max });
    return bytes;
  }

  private async keep({ tenantId, conversationId }: Owner, data: Data, bytes: Buffer): Promise<GivenRef> {
    const former = hash('sha256', bytes);
    const digest = await this.blobs.nameOf(tenantId, conversationId, former);
    if (bytes.length <= limits.inlineData) return { digest, former, value: data };
    await this.quota.admit(tenantId, digest, bytes.length);
    await this.blobs.put(tenantId, conversationId, bytes);
    const text = cutText(textsIn(data, limits.searchedData).join(' '), limits.searchedData);
    return { digest, former, text };
  }
}
