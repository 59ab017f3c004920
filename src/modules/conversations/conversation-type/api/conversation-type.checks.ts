import { Inject, Injectable } from '@nestjs/common';
import { conversationList } from '../../../../../projections/conversation-list/projection.js';
import { LIVE, workflowsOf } from '../../../../../projections/workflow/reads.js';
import type { FieldErrorCode } from '../../../../catalogue/error-texts/field-errors.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { Basis } from '../../../../engine/commands/conditional-commands.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { Commands } from '../../../../http/request/commands.js';
import type { Patch } from '../../../../kernel/patch.js';
import { type FieldError, Rejection, reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { appendAll } from '../../../../lib/append-all.js';
import { undeclared } from '../../../../lib/schema/schema-path.js';
import { placeholders } from '../../../../lib/template.js';
import { HTML_CLEANER, type HtmlCleaner } from '../../../../ports/media/html-cleaner.js';
import {
  SCHEMA_VALIDATOR,
  type SchemaError,
  type SchemaValidator,
} from '../../../../ports/process/schema-validator.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { templateFault } from '../../../reach/message-template/application/named-template.js';
import { type ConversationType, NAMED_KINDS } from '../domain/conversation-type.resource.js';
import { cleanTemplates } from './conversation-type.views.js';

type Named = NonNullable<ConversationType['messageTemplates']>;

/** Placeholders of a list item in addition to its schema's paths (specification 3). */
const EXTRAS = ['conversation_id', 'conversation_description', 'conversation_unread_count'];

/** Checks a conversation type beyond its fields: schema, templates and existing conversations. */
@Injectable()
export class ConversationTypeChecks {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SCHEMA_VALIDATOR) private readonly validator: SchemaValidator,
    @Inject(HTML_CLEANER) private readonly cleaner: HtmlCleaner,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  /** The type with cleaned HTML, ready to be stored. @throws Rejection 400 that names every fault */
  async checked(
    basis: Basis,
    asked: ConversationType,
    named: Named = asked.messageTemplates ?? {},
  ): Promise<ConversationType> {
    const value = cleanTemplates(asked, this.cleaner);
    const fieldErrors = [...templateErrors(value), ...(await namedFaults(basis, named))];
    const verdict = value.dataSchema
      ? await this.validator.validateSchema(basis.tenantId, value.dataSchema)
      : { ok: true as const };
    if (!verdict.ok) appendAll(fieldErrors, verdict.fieldErrors.map(asFault));
    if (fieldErrors.length > 0) throw new Rejection('errors.validation.failed', fieldErrors);
    return value;
  }

  /** The patch as it may be kept, judged on what the type would be with it. */
  async checkedPatch(basis: Basis, before: ResourceRecord<ConversationType>, patch: Patch<ConversationType>) {
    const merged = Object.entries({ ...before.value, ...patch }).filter(([, value]) => value !== null);
    const whole = Object.fromEntries(merged) as unknown as ConversationType;
    const after = await this.checked(basis, whole, patch.messageTemplates ?? {});
    return {
      ...patch,
      ...(patch.listItemTemplate === undefined ? {} : { listItemTemplate: after.listItemTemplate }),
      ...(patch.headerTemplate ? { headerTemplate: after.headerTemplate as string } : {}),
    };
  }

  /** @throws Rejection 409 where the schema refuses the data of a visitor's conversation */
  async takesVisitors(tenantId: string, { dataSchema }: ConversationType): Promise<void> {
    if (dataSchema && !(await this.validator.validate(tenantId, dataSchema, {})).ok)
      reject('errors.conversation_type.data_required');
  }

  /** By all that is in the log now. @throws Rejection 409 while a conversation is of this type, or a workflow names it */
  async unused(tenantId: string, id: string): Promise<void> {
    await this.commands.waitForReadModel(await this.log.head());
    const where = [{ field: 'conversationTypeId', is: '=' as const, value: id }];
    const conversations = await this.documents.reader(conversationList, tenantId).count({ where });
    const workflows = await workflowsOf(this.documents, tenantId).count({ where: [LIVE, ...where] });
    const named = workflows > 0 ? { workflows } : {};
    if (conversations + workflows > 0) reject('errors.conversation_type.in_use', { conversations, ...named });
  }
}

/** A template that is named is there and fits its kind, by all that is in the log now. */
async function namedFaults(basis: Basis, named: Named): Promise<readonly FieldError[]> {
  const names = Object.entries(named) as readonly (readonly [string, unknown])[];
  const found = await Promise.all(names.map(([kind, name]) => namedFault(basis, kind, name)));
  return found.filter((fault) => fault !== undefined);
}

function templateErrors({
  listItemTemplate,
  headerTemplate = '',
  dataSchema = {},
}: ConversationType): readonly FieldError[] {
  const templates = {
    conversation_data_list_item_template: listItemTemplate,
    client_app_header_template: headerTemplate,
  };
  return Object.entries(templates).flatMap(([path, template]): readonly FieldError[] => {
    if (template.length > 2 * limits.template || [...template].length > limits.template) {
      return [{ path, code: 'errors.field.length', details: { min: 0, max: limits.template } }];
    }
    const { names, fieldErrors } = placeholders(template);
    const unknown = undeclared(
      dataSchema,
      names.filter((name) => !EXTRAS.includes(name)),
    );
    return [
      ...fieldErrors.map(
        ({ text }): FieldError => ({ path, code: 'errors.field.placeholder', details: { placeholder: text } }),
      ),
      ...unknown.map(
        (name): FieldError => ({ path, code: 'errors.field.placeholder', details: { placeholder: name } }),
      ),
    ];
  });
}

async function namedFault(basis: Basis, kind: string, name: unknown): Promise<FieldError | undefined> {
  const path = `message_templates.${kind}`;
  const wanted = Object.hasOwn(NAMED_KINDS, kind) ? NAMED_KINDS[kind as keyof typeof NAMED_KINDS] : undefined;
  if (wanted === undefined) return { path, code: 'errors.field.unknown' };
  if (typeof name !== 'string') return { path, code: 'errors.field.type', details: { type: 'string' } };
  return templateFault(basis, path, name, wanted);
}

function asFault({ path, keyword, details }: SchemaError): FieldError {
  const at = path === '' ? 'conversation_data_schema' : `conversation_data_schema.${path}`;
  const code: FieldErrorCode = keyword === 'too_slow' ? 'errors.field.too_slow' : 'errors.field.schema';
  return { path: at, code, details: { keyword, ...details } };
}
