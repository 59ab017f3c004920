import { type SubmitEvent, useState } from 'react';
import { identityLimits } from '../../../src/catalogue/limits/identity.js';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { requestReset, requestTokens } from '../session/sign-in-calls.js';
import { TextField } from '../ui/field.js';
import { messageAt, Problem } from '../ui/problem.js';
import { useAttempt } from '../ui/use-attempt.js';
import { Section } from './section.js';
import { texts } from './texts.js';

const { min, max } = identityLimits.password;
const FIELDS = ['current_password', 'password'] as const;

/** A new password ends each session. This browser signs in with it at once. */
export function Password() {
  const text = useTexts(texts);
  const { tidings, me, tenant, recent, signInAnew } = useApp();
  const { error, isBusy, run } = useAttempt();
  const [said, setSaid] = useState('');
  const [isShown, setShown] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const body = { current_password: String(given.get('current_password')), password: String(given.get('password')) };
    setSaid('');
    void run(async () => {
      await signInAnew(async () => {
        await recent(() => tidings.call('PUT /users/me/password', { body }));
        return requestTokens(tenant.id, { grant_type: 'password', username: me.email, password: body.password });
      });
      form.reset();
      setSaid(text.passwordChanged);
    });
  }
  const sendLink = () =>
    run(async () => {
      setSaid('');
      await requestReset(tenant.id, me.email);
      setSaid(text.passwordSent(me.email));
    });
  const type = isShown ? 'text' : 'password';
  return (
    <Section title={text.password} about={text.passwordAbout}>
      <form onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" defaultValue={me.email} />
        <TextField
          label={text.passwordPresent}
          name="current_password"
          type={type}
          autoComplete="current-password"
          error={messageAt(error, 'current_password')}
          required
        />
        <TextField
          label={text.passwordNew}
          hint={text.passwordHint(min, max)}
          name="password"
          type={type}
          autoComplete="new-password"
          error={messageAt(error, 'password')}
          required
        />
        {error === undefined ? null : <Problem error={error} atFields={FIELDS} />}
        <div className="actions">
          <button type="submit" aria-disabled={isBusy}>
            {isBusy ? text.saving : text.passwordChange}
          </button>
          <button type="button" className="link" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {text.show}
          </button>
        </div>
        <p role="status">{said}</p>
        <p className="quiet">
          {text.passwordNone}{' '}
          <button type="button" className="link" onClick={() => void sendLink()}>
            {text.passwordLink}
          </button>
        </p>
      </form>
    </Section>
  );
}
