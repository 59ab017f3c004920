import { useState } from 'react';
import type { ConversationType, SchemaDryRun } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Cancelled } from '../../session/context.js';
import { TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { Breaks } from './breaks.js';
import { changesOf, isCleaned, type Wanted } from './changes.js';
import { NameFields } from './name-fields.js';
import { NAMED_KINDS, ReachFields } from './reach-fields.js';
import { SchemaField } from './schema-field.js';
import { TemplateFields } from './template-fields.js';
import { texts } from './texts.js';

const LIST = 'GET /conversation-types';
const FIELDS = [
  'id',
  'description',
  'conversation_data_schema',
  'conversation_data_schema.*',
  'conversation_data_list_item_template',
  'client_app_header_template',
  'display_name_shared_by_users',
  'display_name_for_workflow_participants',
  'sms_sender_id',
  ...Object.keys(NAMED_KINDS).map((kind) => `message_templates.${kind}`),
];

interface Props {
  /** Left out: a type is created. */
  readonly type?: ConversationType;
  readonly onSaved: (type: ConversationType, isCleaned: boolean) => void;
  readonly onClose: () => void;
}

interface Question {
  readonly found: SchemaDryRun;
  readonly answer: (isForced: boolean) => void;
}

/** Creates a type, or changes one after a look at the conversations that its new schema breaks. */
export function TypeDialog({ type, onSaved, onClose }: Props) {
  const text = useTexts(texts);
  const [schema, setSchema] = useState(textOf(type?.conversation_data_schema));
  const [templates, setTemplates] = useState({
    listItem: type?.conversation_data_list_item_template ?? '',
    header: type?.client_app_header_template ?? '',
  });
  const [question, ask] = useState<Question>();
  const create = useChange('POST /conversation-types', LIST);
  const change = useChange('PATCH /conversation-types/{conversation_type_id}', LIST);
  const dryRun = useChange('PATCH /conversation-types/{conversation_type_id}');

  async function changed(wanted: Wanted, { id, ...before }: ConversationType): Promise<ConversationType> {
    const body = changesOf(wanted, { id, ...before });
    const path = { conversation_type_id: id };
    let force = false;
    if (body.conversation_data_schema !== undefined) {
      const found = (await dryRun.mutateAsync({ path, query: { dry_run: true }, body })) as SchemaDryRun;
      if (found.breaks > 0 || found.checked !== undefined) {
        force = await new Promise<boolean>((answer) => ask({ found, answer }));
        ask(undefined);
        if (!force) throw new Cancelled();
      }
    }
    const saved = await change.mutateAsync({ path, body, ...(force ? { query: { force } } : {}) });
    return saved as ConversationType;
  }

  async function submit(form: FormData) {
    const wanted: Wanted = {
      description: textIn(form, 'description'),
      conversation_data_schema: schema.trim() === '' ? undefined : JSON.parse(schema),
      conversation_data_list_item_template: templates.listItem,
      client_app_header_template: templates.header.trim() === '' ? undefined : templates.header,
      display_name_shared_by_users: textIn(form, 'display_name_shared_by_users'),
      display_name_for_workflow_participants: textIn(form, 'display_name_for_workflow_participants'),
      shared_read_status_for_user_participants: form.has('shared_read_status_for_user_participants') || undefined,
      sms_sender_id: textIn(form, 'sms_sender_id'),
      push_text: form.has('push_text') || undefined,
      message_templates: namedIn(form),
    };
    const saved = type
      ? await changed(wanted, type)
      : await create.mutateAsync({ body: { id: textIn(form, 'id') ?? '', ...wanted } });
    onSaved(saved, isCleaned(wanted, saved));
  }

  return (
    <FormDialog
      title={type ? text.editTitle(type.id) : text.create}
      action={type ? text.save : text.create}
      isWide
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <div className="type">
          {type ? null : (
            <TextField
              label={text.id}
              hint={text.idHint}
              name="id"
              error={messageAt(error, 'id')}
              required
              autoComplete="off"
            />
          )}
          <TextField
            label={text.description}
            name="description"
            defaultValue={type?.description}
            error={messageAt(error, 'description')}
          />
          <SchemaField schema={schema} onChange={setSchema} error={error} />
          <TemplateFields templates={templates} onChange={setTemplates} schema={schema} error={error} />
          <NameFields type={type} error={error} />
          <ReachFields type={type} error={error} />
          {question ? <Breaks found={question.found} onAnswer={question.answer} /> : null}
        </div>
      )}
    </FormDialog>
  );
}

const textOf = (schema: object | undefined): string => (schema ? JSON.stringify(schema, null, 2) : '');

function namedIn(form: FormData): Wanted['message_templates'] {
  const named = Object.keys(NAMED_KINDS).flatMap((kind) => {
    const name = textIn(form, `message_templates.${kind}`);
    return name === undefined ? [] : [[kind, name] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}
