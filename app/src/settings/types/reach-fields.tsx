import type { ConversationType, MessageTemplateKind } from '../../../../sdk/src/api.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Field, TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

type NamedKind = keyof (typeof texts.en)['kinds'];

/** Kinds of the templates that a type names. */
export const NAMED_KINDS: Readonly<Record<NamedKind, MessageTemplateKind>> = {
  NOTIFY_PARTICIPANTS_VIA_SMS: 'TEXT',
  NOTIFY_PARTICIPANTS_VIA_EMAIL: 'TEXT',
  REQUEST_LOCATION: 'REQUEST_LOCATION',
};

interface Props {
  readonly type: ConversationType | undefined;
  readonly error: unknown;
}

/** How the service reaches people about conversations of a type. */
export function ReachFields({ type, error }: Props) {
  const text = useTexts(texts);
  const templates = useList('GET /message_templates');
  const own = templates.items.filter((each) => !each.is_system_template);
  return (
    <fieldset className="part">
      <legend>{text.reach}</legend>
      {templates.error === undefined ? null : <Problem error={templates.error} onRetry={templates.retry} />}
      {Object.entries(NAMED_KINDS).map(([name, kind]) => {
        const named = type?.message_templates?.[name as NamedKind];
        const fitting = own.filter((each) => each.kind === kind).map((each) => each.name);
        const names = named === undefined || fitting.includes(named) ? fitting : [named, ...fitting];
        const path = `message_templates.${name}`;
        return (
          // A select takes its default from the options that are there when it is made.
          <Field key={`${path} ${names.join()}`} label={text.kinds[name as NamedKind]} error={messageAt(error, path)}>
            {(given) => (
              <select {...given} name={path} defaultValue={named ?? ''}>
                <option value="">{text.ofService}</option>
                {names.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            )}
          </Field>
        );
      })}
      <TextField
        label={text.sender}
        hint={text.senderHint}
        name="sms_sender_id"
        defaultValue={type?.sms_sender_id}
        error={messageAt(error, 'sms_sender_id')}
        autoComplete="off"
      />
      <label className="check">
        <input type="checkbox" name="push_text" defaultChecked={type?.push_text ?? false} /> {text.pushText}
      </label>
    </fieldset>
  );
}
