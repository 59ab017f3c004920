import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { TenantConfig } from '../../../sdk/src/api.js';
import { useTexts } from '../language.js';
import { requestReset } from '../session/sign-in-calls.js';
import { TextField } from '../ui/field.js';
import { useAttempt } from '../ui/use-attempt.js';
import { Refusal } from './refusal.js';
import { texts } from './texts.js';

interface Props {
  readonly tenant: TenantConfig;
  readonly email: string;
  readonly onBack: () => void;
}

/** Sends a link that sets a new password. The answer is the same for an address without an account. */
export function ForgotPassword({ tenant, email, onBack }: Props) {
  const text = useTexts(texts);
  const { error, isBusy, run } = useAttempt();
  const [sentTo, setSentTo] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = text.forgotTitle;
    heading.current?.focus();
  }, [text]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get('email')).trim();
    void run(async () => {
      await requestReset(tenant.id, to);
      setSentTo(to);
    });
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {text.forgotTitle}
      </h1>
      <p role="status">{sentTo === undefined ? text.forgotAbout : text.forgotSent(sentTo)}</p>
      <form className="sign-in" onSubmit={submit}>
        {sentTo === undefined ? (
          <>
            <TextField
              label={text.email}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={email}
              required
            />
            {error === undefined ? null : <Refusal error={error} />}
            <button type="submit" className="main wide" aria-disabled={isBusy}>
              {isBusy ? text.going : text.forgotSend}
            </button>
          </>
        ) : null}
        <button type="button" className="link" onClick={onBack}>
          {text.back}
        </button>
      </form>
    </>
  );
}
