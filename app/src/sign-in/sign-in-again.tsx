import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { SignInOptions, Token } from '../../../sdk/src/api.js';
import { useTexts } from '../language.js';
import { hasPasskeys } from '../place/passkey-host.js';
import type { SignedIn } from '../session/app-session.js';
import { beginTrip } from '../session/provider-trip.js';
import { codeFromWindow } from '../session/provider-window.js';
import { replaceSession } from '../session/replace-session.js';
import { requestTokens, requestTokensByPasskey, signInOptions } from '../session/sign-in-calls.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { useAttempt } from '../ui/use-attempt.js';
import { Refusal } from './refusal.js';
import { texts } from './texts.js';
import { Ways } from './ways.js';
import './sign-in.css';

interface Props {
  readonly signedIn: SignedIn;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Signs the same person in once more, in any way that they have. */
export default function SignInAgain({ signedIn, onDone, onClose }: Props) {
  const { tenant, session, me } = signedIn;
  const text = useTexts(texts);
  const { error, isBusy, run } = useAttempt();
  const [ways, setWays] = useState<SignInOptions>();
  const [isWaiting, setWaiting] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { signal } = leaving.current;
    // Without the list the dialog requests the password.
    signInOptions(tenant.id, me.email)
      .then((found) => signal.aborted || setWays(found))
      .catch(() => setWays({ email: true, webauthn: false, oidc_providers: [] }));
    return () => leaving.current.abort();
  }, [tenant, me]);

  const attempt = (request: () => Promise<Token>) =>
    run(async () => {
      await replaceSession(signedIn, await request());
      onDone();
    });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void attempt(() => requestTokens(tenant.id, { grant_type: 'password', username: me.email, password }));
  }
  const byPasskey = () =>
    attempt(() => requestTokensByPasskey(tenant.id, { email: me.email, signal: leaving.current.signal }));
  const byProvider = (name: string) =>
    attempt(async () => {
      setWaiting(true);
      try {
        const form = await codeFromWindow(() => beginTrip(tenant.id, name, true), leaving.current.signal);
        return await requestTokens(tenant.id, form, await session.credential());
      } finally {
        setWaiting(false);
      }
    });
  const hasPassword = ways?.email ?? false;
  return (
    <Dialog title={text.again} onClose={onClose}>
      <p>{text.againAbout}</p>
      <p className="quiet">{text.againAs(me.email)}</p>
      <form className="sign-in" onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" defaultValue={me.email} />
        {hasPassword ? (
          <TextField
            label={text.password}
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
            required
          />
        ) : null}
        {error === undefined ? null : <Refusal error={error} />}
        <p role="status">{isWaiting ? text.againWaiting : ''}</p>
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          {hasPassword ? (
            <button type="submit" className="main" aria-disabled={isBusy}>
              {isBusy ? text.sending : text.submit}
            </button>
          ) : null}
        </div>
        {ways ? (
          <Ways
            providers={ways.oidc_providers}
            hasPasskey={ways.webauthn && hasPasskeys()}
            isAlternative={hasPassword}
            isBusy={isBusy}
            onPasskey={() => void byPasskey()}
            onProvider={(name) => void byProvider(name)}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
