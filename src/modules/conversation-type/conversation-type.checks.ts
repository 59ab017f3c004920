import { Inject, Injectable } from '@nestjs/common';
import { conversationData } from '../../../projections/conversation-data/projection.js';
import { conversationList } from '../../../projections/conversation-list/projection.js';
import type { FaultCode } from '../../kernel/faults.js';
import { type Fault, Rejection, reject } from '../../kernel/rejection.js';
import type { Kept, Patch } from '../../kernel/resource.js';
import { undeclared } from '../../kernel/schema-path.js';
import { placeholders } from '../../kernel/template.js';
import { BLOBS, type Blobs } from '../../ports/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../ports/document-store.js';
import { HTML_CLEANER, type HtmlCleaner } from '../../ports/html-cleaner.js';
import { SCHEMA_JUDGE, type SchemaFault, type SchemaJudge } from '../../ports/schema-judge.js';
import {
  type ConversationType,
  SYSTEM_TEMPLATES,
  TEMPLATE_KINDS,
  type TemplateKind,
} from './conversation-type.resource.js';

/** Placeholders a list item knows beside its schema's paths (specification 3). */
const EXTRAS = ['conversation_id', 'conversation_description', 'conversation_unread_count'];
const OFFENDERS = 10;
const PAGE = 200;

/** What must hold of a conversation type beyond its fields: schema, templates, and the conversations that have it. */
@Injectable()
export class ConversationTypeChecks {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SCHEMA_JUDGE) private readonly judge: SchemaJudge,
    @Inject(HTML_CLEANER) private readonly cleaner: HtmlCleaner,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  /** The type as it may be kept: its HTML cleaned. @throws Rejection 400 that tells all that is wrong */
  async checked(asked: ConversationType): Promise<ConversationType> {
    const header =
      asked.headerTemplate === undefined ? {} : { headerTemplate: this.cleaner.clean(asked.headerTemplate) };
    const value = { ...asked, ...header };
    const faults: Fault[] = [...templateFaults(value), ...messageTemplateFaults(value.messageTemplates)];
    const verdict = value.dataSchema ? await this.judge.judgeSchema(value.dataSchema) : { ok: true as const };
    if (!verdict.ok) faults.push(...verdict.faults.map(asFault));
    if (faults.length > 0) throw new Rejection('errors.validation.failed', faults);
    return value;
  }

  /** The patch as it may be kept, judged on what the type would be with it. */
  async checkedPatch(before: Kept<ConversationType>, patch: Patch<ConversationType>, force: boolean) {
    const merged = Object.entries({ ...before.value, ...patch }).filter(([, value]) => value !== null);
    const after = await this.checked(Object.fromEntries(merged) as unknown as ConversationType);
    if (patch.dataSchema !== undefined && !force) await this.keepsConversations(before.tenantId, before.id, after);
    return patch.headerTemplate ? { ...patch, headerTemplate: after.headerTemplate as string } : patch;
  }

  async checkedReplacement(before: Kept<ConversationType> | undefined, value: ConversationType, force: boolean) {
    const after = await this.checked(value);
    if (before && !force) await this.keepsConversations(before.tenantId, before.id, after);
    return after;
  }

  /** @throws Rejection 409 while a conversation is of this type */
  async unused(tenantId: string, id: string): Promise<void> {
    const where = [{ field: 'conversationTypeId', is: '=' as const, value: id }];
    const used = await this.documents.reader(conversationList, tenantId).count({ where });
    if (used > 0) reject('errors.conversation_type.in_use', { conversations: used });
  }

  /** @throws Rejection 409 with the count and the first of those that would break the schema */
  private async keepsConversations(tenantId: string, id: string, { dataSchema }: ConversationType): Promise<void> {
    if (!dataSchema) return;
    const offenders: string[] = [];
    let count = 0;
    const list = this.documents.reader(conversationList, tenantId);
    const where = [{ field: 'conversationTypeId', is: '=' as const, value: id }];
    for (let after: { key: string } | undefined; ; ) {
      const page = await list.find({ where, limit: PAGE, ...(after ? { after } : {}) });
      for (const key of page.keys) {
        if ((await this.judge.judge(dataSchema, await this.dataOf(tenantId, key))).ok) continue;
        count++;
        if (offenders.length < OFFENDERS) offenders.push(key);
      }
      const key = page.keys.at(-1);
      if (!page.hasMore || key === undefined) break;
      after = { key };
    }
    if (count > 0) reject('errors.conversation_type.schema_breaks', { conversations: count, first: offenders });
  }

  private async dataOf(tenantId: string, id: string): Promise<unknown> {
    const kept = await this.documents.reader(conversationData, tenantId).get(id);
    if (!kept) return {};
    if (kept.data.value !== undefined) return kept.data.value;
    const bytes = await this.blobs.get(tenantId, kept.data.digest);
    return bytes ? JSON.parse(Buffer.from(bytes).toString()) : {};
  }
}

function templateFaults({
  listItemTemplate,
  headerTemplate = '',
  dataSchema = {},
}: ConversationType): readonly Fault[] {
  const templates = {
    conversation_data_list_item_template: listItemTemplate,
    client_app_header_template: headerTemplate,
  };
  return Object.entries(templates).flatMap(([path, template]) => {
    const { names, faults } = placeholders(template);
    const unknown = undeclared(
      dataSchema,
      names.filter((name) => !EXTRAS.includes(name)),
    );
    return [
      ...faults.map(({ text }): Fault => ({ path, code: 'errors.field.placeholder', details: { placeholder: text } })),
      ...unknown.map((name): Fault => ({ path, code: 'errors.field.placeholder', details: { placeholder: name } })),
    ];
  });
}

/** Names are of the templates that the service ships; each kind takes the one that fits it. */
function messageTemplateFaults(named: ConversationType['messageTemplates'] = {}): readonly Fault[] {
  return Object.entries(named).flatMap(([kind, name]): Fault[] => {
    const path = `message_templates.${kind}`;
    if (!TEMPLATE_KINDS.includes(kind as TemplateKind)) return [{ path, code: 'errors.field.unknown' }];
    if (typeof name !== 'string') return [{ path, code: 'errors.field.type', details: { type: 'string' } }];
    return SYSTEM_TEMPLATES[kind as TemplateKind] === name ? [] : [{ path, code: 'errors.field.reference' }];
  });
}

function asFault({ path, keyword, details }: SchemaFault): Fault {
  const at = path === '' ? 'conversation_data_schema' : `conversation_data_schema.${path}`;
  const code: FaultCode = keyword === 'too_slow' ? 'errors.field.too_slow' : 'errors.field.schema';
  return { path: at, code, details: { keyword, ...details } };
}
