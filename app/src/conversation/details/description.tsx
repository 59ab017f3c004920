import { Pencil } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Cancelled } from '../../session/context.js';
import { TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import type { Read } from '../data-form/saving.js';
import { useSave } from '../data-form/use-save.js';
import { useSay } from '../say.js';
import { texts } from './texts.js';

interface Props {
  readonly conversation: Conversation;
  readonly onSaved: () => Promise<void>;
}

/** The subject, edited in its place. */
export function Description({ conversation, onSaved }: Props) {
  const text = useTexts(texts);
  const say = useSay();
  const { read, save, dialog } = useSave(conversation.id);
  const [base, setBase] = useState<Read>();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const button = useRef<HTMLButtonElement>(null);

  async function edit() {
    setError(undefined);
    try {
      const now = await read();
      setTyped(now.state.description ?? '');
      setBase(now);
    } catch (refused) {
      setError(refused);
    }
  }
  function close() {
    setBase(undefined);
    setError(undefined);
    requestAnimationFrame(() => button.current?.focus());
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!base) return;
    setError(undefined);
    try {
      await save(base, { ...base.state, description: typed.trim() === '' ? undefined : typed.trim() });
      await onSaved();
      say(text.descriptionSaved);
      close();
    } catch (refused) {
      if (!(refused instanceof Cancelled)) setError(refused);
    }
  }

  return (
    <section>
      <h2>{text.description}</h2>
      {error === undefined ? null : <Problem error={error} atFields={['description']} />}
      {base ? (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            label={text.editDescription}
            value={typed}
            autoFocus
            dir="auto"
            maxLength={1_000}
            error={messageAt(error, 'description')}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && close()}
          />
          <div className="actions">
            <button type="submit" className="main small">
              {text.save}
            </button>
            <button type="button" className="small" onClick={close}>
              {text.cancel}
            </button>
          </div>
        </form>
      ) : (
        <div className="with-action">
          <p dir="auto">{conversation.description ?? <span className="quiet">{text.noDescription}</span>}</p>
          <button
            ref={button}
            type="button"
            className="icon"
            title={text.editDescription}
            aria-label={text.editDescription}
            onClick={() => void edit()}
          >
            <Pencil size={16} aria-hidden />
          </button>
        </div>
      )}
      {dialog}
    </section>
  );
}
