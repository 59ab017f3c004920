import { type FormEvent, useState } from 'react';
import { useTexts } from '../language.js';
import type { SignedIn } from '../session/app-session.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  readonly signedIn: SignedIn;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Signs the same person in once more, in this session. */
export default function SignInAgain({ signedIn: { session, me }, onDone, onClose }: Props) {
  const text = useTexts(texts);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const password = String(new FormData(event.currentTarget).get('password'));
    setSending(true);
    try {
      await session.signIn({ grant_type: 'password', username: me.email, password });
      onDone();
    } catch (refused) {
      setError(refused);
      setSending(false);
    }
  }
  return (
    <Dialog title={text.again} onClose={onClose}>
      <p>{text.againAbout}</p>
      <form onSubmit={(event) => void submit(event)}>
        <TextField label={text.password} name="password" type="password" autoComplete="current-password" required />
        {error === undefined ? null : <Problem error={error} />}
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="main" aria-disabled={isSending}>
            {isSending ? text.sending : text.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
