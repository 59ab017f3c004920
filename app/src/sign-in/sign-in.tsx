import { type FormEvent, useEffect, useState } from 'react';
import type { TenantConfig } from '../../../sdk/src/api.js';
import { TidingsError } from '../../../sdk/src/errors.js';
import { useTexts } from '../language.js';
import { sessionOf } from '../session/app-session.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  readonly tenant: TenantConfig;
  readonly notice: string | undefined;
  readonly onSignedIn: () => void;
}

export default function SignIn({ tenant, notice, onSignedIn }: Props) {
  const text = useTexts(texts);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const title = text.title(tenant.name);
  useEffect(() => {
    document.title = title;
  }, [title]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    setSending(true);
    setError(undefined);
    const session = sessionOf(tenant, () => {});
    try {
      await session.signIn({
        grant_type: 'password',
        username: String(form.get('email')),
        password: String(form.get('password')),
      });
      onSignedIn();
    } catch (refused) {
      setError(refused);
      setSending(false);
    } finally {
      session.close();
    }
  }
  const isWrong = error instanceof TidingsError && error.status === 400;
  return (
    <main id="main" className="page narrow">
      <h1>{title}</h1>
      {notice ? <p role="status">{notice}</p> : null}
      <form onSubmit={(event) => void submit(event)}>
        <TextField label={text.email} name="email" type="email" autoComplete="username webauthn" required />
        <TextField label={text.password} name="password" type="password" autoComplete="current-password" required />
        {isWrong ? (
          <p className="error" role="alert">
            {text.wrong}
          </p>
        ) : null}
        {error !== undefined && !isWrong ? <Problem error={error} /> : null}
        <div className="actions">
          <button type="submit" className="main" aria-disabled={isSending}>
            {isSending ? text.sending : text.submit}
          </button>
        </div>
      </form>
    </main>
  );
}
