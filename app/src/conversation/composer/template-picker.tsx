import { useState } from 'react';
import type { ConversationSnapshot } from '../../../../sdk/src/store.js';
import { useCall } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Problem } from '../../ui/problem.js';
import { Preview } from './preview.js';
import { texts } from './texts.js';
import { useRendered } from './use-rendered.js';

interface Props {
  readonly view: ConversationSnapshot;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/** Renders a template for this conversation, and shows it before it is inserted. */
export default function TemplatePicker({ view, onInsert, onClose }: Props) {
  const text = useTexts(texts);
  const clients = [...view.participants.values()].filter(({ kind }) => kind === 'CLIENT');
  const [name, setName] = useState('');
  const [recipient, setRecipient] = useState(clients[0]?.id ?? '');
  const list = useCall('GET /message_templates', { query: { limit: 1_000 } });
  const rendered = useRendered(view.conversation?.id, name, recipient);
  const templates = list.data?.message_templates.filter(({ kind }) => kind === 'TEXT');
  return (
    <Dialog title={text.templates} onClose={onClose} isWide>
      {list.error ? <Problem error={list.error} /> : null}
      {templates?.length === 0 ? <p>{text.none}</p> : null}
      <Field label={text.choose}>
        {(given) => (
          <select {...given} value={name} onChange={({ target }) => setName(target.value)}>
            <option value="">{text.chooseOne}</option>
            {templates?.map((each) => (
              <option key={each.name} value={each.name}>
                {each.description ? `${each.name}: ${each.description}` : each.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text.recipient}>
        {(given) => (
          <select {...given} value={recipient} onChange={({ target }) => setRecipient(target.value)}>
            <option value="">{text.nobody}</option>
            {clients.map(({ id, display_name }) => (
              <option key={id} value={id}>
                {display_name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {name === '' ? null : <Preview rendered={rendered} />}
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        <button
          type="button"
          className="main"
          aria-disabled={!rendered.data}
          onClick={() => rendered.data && onInsert(rendered.data.text)}
        >
          {text.insert}
        </button>
      </div>
    </Dialog>
  );
}
