import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { textsIn } from '../../../../projections/conversation-data/projection.js';
import type { ConversationTypeRecord } from '../../../../projections/conversation-type/projection.js';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../config.js';
import { cutText } from '../../../kernel/cut-text.js';
import { jsonSlices } from '../../../kernel/json-slices.js';
import { type FieldError, Rejection, rejectAt } from '../../../kernel/rejection.js';
import { inSlices, nextSlice } from '../../../kernel/sliced-work.js';
import { BLOBS, type Blobs } from '../../../ports/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { StoreUnavailable } from '../../../ports/event-store.js';
import { SCHEMA_VALIDATOR, type SchemaError, type SchemaValidator } from '../../../ports/schema-validator.js';
import type { DataRef } from '../domain/conversation.events.js';

type ConversationType = ConversationTypeRecord['value'];
type Data = Readonly<Record<string, unknown>>;

const SEARCHED_TEXT = 100_000;

/** Checks the content of a conversation before the decision: its type, the type's schema and the size. */
@Injectable()
export class ConversationDataService {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SCHEMA_VALIDATOR) private readonly validator: SchemaValidator,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Rejection 400 at `conversation_type_id` */
  async typeOf(tenantId: string, id: string): Promise<ConversationType> {
    const record = await conversationTypesOf(this.documents, tenantId).get(id);
    return record?.value ?? rejectAt('conversation_type_id', 'errors.field.reference');
  }

  /** Absent data are judged as `{}`. @throws Rejection 400 below `conversation_data` */
  async checked(tenantId: string, type: ConversationType, data: Data | undefined): Promise<DataRef | undefined> {
    const ref = data === undefined ? undefined : await this.refOf(tenantId, data);
    if (type.dataSchema) {
      const verdict = await this.validator.validate(tenantId, type.dataSchema, data ?? {});
      if (!verdict.ok) throw new Rejection('errors.validation.failed', verdict.fieldErrors.map(asFault));
    }
    return ref;
  }

  async valueOf(tenantId: string, { digest, value }: DataRef): Promise<Data> {
    if (value !== undefined) return value;
    const bytes = await this.blobs.get(tenantId, digest);
    if (!bytes) throw new Error(`The blob ${digest} of conversation_data is missing.`);
    return JSON.parse(Buffer.from(bytes).toString()) as Data;
  }

  /** Bytes of a value that is kept as a blob. */
  async sizeOf(tenantId: string, { digest }: DataRef): Promise<number> {
    const bytes = await this.blobs.size(tenantId, digest);
    if (bytes === undefined) throw new StoreUnavailable(`The blob ${digest} of conversation_data is missing.`);
    return bytes;
  }

  /** The JSON of a value that is kept as a blob, in chunks. */
  read(tenantId: string, { digest }: DataRef): AsyncIterable<Uint8Array> {
    return this.blobs.read(tenantId, digest);
  }

  private async refOf(tenantId: string, data: Data): Promise<DataRef> {
    const bytes = await inSlices(jsonSlices(data));
    const max = this.config.conversationDataMax;
    if (bytes.length > max) rejectAt('conversation_data', 'errors.field.too_long', { max });
    if (bytes.length > limits.inlineData) {
      await nextSlice();
      const digest = await this.blobs.put(tenantId, bytes);
      return { digest, text: cutText(textsIn(data, SEARCHED_TEXT).join(' '), SEARCHED_TEXT) };
    }
    return { digest: createHash('sha256').update(bytes).digest('hex'), value: data };
  }
}

function asFault({ path, keyword, details }: SchemaError): FieldError {
  const at = path === '' ? 'conversation_data' : `conversation_data.${path}`;
  if (keyword === 'too_slow') return { path: at, code: 'errors.field.too_slow' };
  return { path: at, code: 'errors.field.schema', details: { keyword, ...details } };
}
