import { type FormEvent, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { TidingsError } from '../../../../sdk/src/errors.js';
import { conversationLimits } from '../../../../src/catalogue/limits/conversation.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { useMoments } from '../messages/use-moments.js';
import { useSay } from '../say.js';
import { presets } from './duration.js';
import { texts } from './texts.js';
import { useUserName } from './use-lock.js';

interface Props {
  readonly conversation: Conversation;
  /** The reader holds the lock already. */
  readonly isProlonged?: boolean;
  readonly onClose: () => void;
}

type Preset = keyof typeof presets;

/** Takes or prolongs a lock. Where another user was quicker, it says who. */
export default function LockDialog({ conversation, isProlonged = false, onClose }: Props) {
  const text = useTexts(texts);
  const say = useSay();
  const [note, setNote] = useState(conversation.lock_note ?? '');
  const [preset, setPreset] = useState<Preset>('hour');
  const { mutate, error, isPending } = useChange('POST /conversations/{conversation_id}/lock', 'GET /conversations');
  const isTaken = error instanceof TidingsError && error.code === 'errors.conversation.locked';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const lock_expires_at = new Date(Date.now() + presets[preset]).toISOString();
    const body = { lock_expires_at, ...(note.trim() === '' ? {} : { lock_note: note.trim() }) };
    const onSuccess = () => {
      say(text.locked);
      onClose();
    };
    mutate({ path: { conversation_id: conversation.id }, body }, { onSuccess });
  }
  return (
    <Dialog title={isProlonged ? text.prolongTitle : text.title} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{text.about}</p>
        {isTaken ? <Taken error={error} /> : error ? <Problem error={error} atFields={['lock_note']} /> : null}
        <Field label={text.until}>
          {(given) => (
            <select {...given} value={preset} onChange={({ target }) => setPreset(target.value as Preset)}>
              {(Object.keys(presets) as Preset[]).map((each) => (
                <option key={each} value={each}>
                  {text[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={text.note}
          value={note}
          maxLength={conversationLimits.lockNote}
          error={messageAt(error, 'lock_note')}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="main" aria-disabled={isPending}>
            {isProlonged ? text.prolong : text.lock}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Taken({ error }: { readonly error: TidingsError }) {
  const text = useTexts(texts);
  const { short } = useMoments();
  const { locked_by, lock_expires_at } = error.details as { locked_by?: string; lock_expires_at?: string };
  const name = useUserName(locked_by);
  return (
    <div className="problem" role="alert">
      <p>{text.refused(name, lock_expires_at === undefined ? '' : short(lock_expires_at))}</p>
      <p className="quiet">
        <code>{error.code}</code>
      </p>
    </div>
  );
}
