import { type FormEvent, useState } from 'react';
import { randomKey } from '../../../sdk/src/random-key.js';
import { useCall, useChange } from '../calls/use-call.js';
import { texts } from '../inbox/texts.js';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { Dialog } from '../ui/dialog.js';
import { Field, TextField } from '../ui/field.js';
import { Problem } from '../ui/problem.js';

interface Props {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Creates a conversation with the caller and a client. */
export default function NewConversation({ onClose, onCreated }: Props) {
  const { newConversation, newDialog: text } = useTexts(texts);
  const { me } = useApp();
  const [id] = useState(randomKey);
  const types = useCall('GET /conversation-types', { query: { limit: 1_000 } });
  const create = useChange('POST /conversations');
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (create.isPending) return;
    const form = new FormData(event.currentTarget);
    const [type, description, client] = ['type', 'description', 'client'].map((name) => String(form.get(name)).trim());
    const participants = [
      { kind: 'USER' as const, user_id: me.id },
      ...(client ? [{ kind: 'CLIENT' as const, display_name: client }] : []),
    ];
    const body = { id, conversation_type_id: type ?? '', participants, ...(description ? { description } : {}) };
    create.mutate({ body }, { onSuccess: () => onCreated(id) });
  }
  return (
    <Dialog title={newConversation} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label={text.type}>
          {(given) => (
            <select name="type" required {...given}>
              {types.data?.conversation_types.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.description ?? each.id}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField label={text.description} name="description" maxLength={1_000} />
        <TextField label={text.client} hint={text.clientHint} name="client" maxLength={100} />
        {create.isError ? <Problem error={create.error} /> : null}
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="main" aria-disabled={create.isPending}>
            {text.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
