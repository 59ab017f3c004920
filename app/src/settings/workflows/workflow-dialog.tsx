import { useState } from 'react';
import type { Workflow } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Field, TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { draftOf, pathsOf, triggerOf } from './draft.js';
import { texts } from './texts.js';
import { TriggerFields } from './trigger-fields.js';

const LIST = 'GET /workflows';
/** The service sends its secret by this template, and takes no workflow that names it. */
const SECRET = 'system_password_reset';

interface Props {
  /** Left out: a workflow is created. */
  readonly workflow?: Workflow;
  /** Ids of the types of the tenant. */
  readonly types: readonly string[];
  readonly onSaved: (workflow: Workflow) => void;
  readonly onClose: () => void;
}

export function WorkflowDialog({ workflow, types, onSaved, onClose }: Props) {
  const text = useTexts(texts);
  const [trigger, setTrigger] = useState(() => draftOf(workflow?.trigger));
  const listed = useList('GET /message_templates');
  const create = useChange('POST /workflows', LIST);
  const replace = useChange('PUT /workflows/{workflow_id}', LIST);
  const templates = listed.items.map(({ name }) => name).filter((name) => name !== SECRET);
  const watched = workflow?.conversation_type_id;
  const typeIds = watched === undefined || types.includes(watched) ? types : [watched, ...types];
  async function submit(form: FormData) {
    const id = textIn(form, 'id');
    const body = {
      conversation_type_id: textIn(form, 'conversation_type_id') ?? '',
      trigger: triggerOf(trigger),
    };
    const saved = workflow
      ? await replace.mutateAsync({
          path: { workflow_id: workflow.id },
          body: { ...body, enabled: workflow.enabled },
        })
      : await create.mutateAsync({ body: { ...body, ...(id === undefined ? {} : { id }) } });
    onSaved(saved);
  }
  return (
    <FormDialog
      title={workflow ? text.editTitle(workflow.id) : text.create}
      action={workflow ? text.save : text.create}
      isWide
      fields={pathsOf(trigger)}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {workflow ? null : (
            <TextField label={text.id} hint={text.idHint} name="id" error={messageAt(error, 'id')} autoComplete="off" />
          )}
          <Field label={text.type} error={messageAt(error, 'conversation_type_id')}>
            {(given) => (
              <select {...given} name="conversation_type_id" defaultValue={watched} required>
                {typeIds.map((id) => (
                  <option key={id}>{id}</option>
                ))}
              </select>
            )}
          </Field>
          {listed.error === undefined ? null : <Problem error={listed.error} onRetry={listed.retry} />}
          <TriggerFields trigger={trigger} onChange={setTrigger} templates={templates} error={error} />
        </>
      )}
    </FormDialog>
  );
}
