import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { SignInOptions, Token } from '../../../sdk/src/api.js';
import { useTexts } from '../language.js';
import { base } from '../place/place.js';
import type { Admission, Notice } from '../session/admission.js';
import { beginTrip, keepVerifier } from '../session/provider-trip.js';
import { requestTokens, signInOptions } from '../session/sign-in-calls.js';
import { TextField } from '../ui/field.js';
import { Outside } from '../ui/outside.js';
import { useAttempt } from '../ui/use-attempt.js';
import { ForgotPassword } from './forgot-password.js';
import { Refusal } from './refusal.js';
import { texts } from './texts.js';
import { usePasskey } from './use-passkey.js';
import { NoPasskeys, Ways } from './ways.js';
import './sign-in.css';

interface Props {
  readonly admission: Admission;
  readonly notice: Notice;
  readonly onOther: () => void;
}

/** The e-mail address first, then the ways that the tenant offers. A password manager fills both fields at once. */
export default function SignIn({ admission, notice, onOther }: Props) {
  const { tenant } = admission;
  const text = useTexts(texts);
  const { error, isBusy, run, clear } = useAttempt();
  const [late, setLate] = useState<unknown>();
  const [ways, setWays] = useState<SignInOptions>();
  const [forgot, setForgot] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const onToken = useCallback((token: Token) => admission.signedIn(token), [admission]);
  const passkey = usePasskey(tenant.id, onToken, setLate);
  const title = text.title(tenant.name);
  useEffect(() => {
    document.title = title;
  }, [title]);

  const fieldOf = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | undefined;
  const emailOf = () => fieldOf('email')?.value.trim() ?? '';
  const attempt = (begun: () => Promise<unknown>) => {
    setLate(undefined);
    return run(begun);
  };
  const hasPassword = ways?.email ?? true;
  const isShown = ways !== undefined && hasPassword;

  useEffect(() => {
    if (ways === undefined) return;
    const first = isShown ? '[name=password]' : '.ways button';
    form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [ways, isShown]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const [username, password] = [emailOf(), fieldOf('password')?.value ?? ''];
    void attempt(async () => {
      if (password === '') return setWays(await signInOptions(tenant.id, username));
      await onToken(await requestTokens(tenant.id, { grant_type: 'password', username, password }));
    });
  }

  function change() {
    const password = fieldOf('password');
    if (password) password.value = '';
    setWays(undefined);
    clear();
    fieldOf('email')?.focus();
  }

  const byPasskey = () =>
    attempt(async () => {
      const email = emailOf();
      await onToken(await passkey.request(ways && email !== '' ? email : undefined));
    });
  const byProvider = (name: string) =>
    attempt(async () => {
      const begun = await beginTrip(tenant.id, name);
      keepVerifier(begun);
      location.assign(begun.url);
      // The page is left.
      await new Promise(() => {});
    });

  const said = notice && { ended: text.ended, 'signed-out': text.signedOut, 'code-spent': text.codeSpent }[notice];
  const refused = error ?? late;
  const hasPasskey = passkey.isOffered && (ways?.webauthn ?? true);
  const providers = ways?.oidc_providers ?? [];
  if (forgot !== undefined)
    return (
      <Outside>
        <ForgotPassword tenant={tenant} email={forgot} onBack={() => setForgot(undefined)} />
      </Outside>
    );
  return (
    <Outside>
      <h1>{title}</h1>
      {said ? <p role="status">{said}</p> : null}
      <form ref={form} className="sign-in" onSubmit={submit}>
        <TextField
          label={text.email}
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={ways !== undefined}
          required
        />
        {ways ? (
          <button type="button" className="link" onClick={change}>
            {text.otherEmail}
          </button>
        ) : null}
        <div className={isShown ? '' : 'unseen'} aria-hidden={!isShown}>
          <TextField
            label={text.password}
            name="password"
            type="password"
            autoComplete="current-password"
            tabIndex={isShown ? 0 : -1}
            required={isShown}
          />
        </div>
        {refused === undefined ? null : <Refusal error={refused} />}
        {hasPassword ? (
          <button type="submit" className="main wide" aria-disabled={isBusy}>
            {isBusy ? (isShown ? text.sending : text.going) : isShown ? text.submit : text.go}
          </button>
        ) : null}
        {isShown ? (
          <button type="button" className="link" onClick={() => setForgot(emailOf())}>
            {text.forgot}
          </button>
        ) : null}
        <Ways
          providers={providers}
          hasPasskey={hasPasskey}
          isAlternative={hasPassword}
          isBusy={isBusy}
          onPasskey={() => void byPasskey()}
          onProvider={(name) => void byProvider(name)}
        />
        {hasPassword || hasPasskey || providers.length > 0 ? null : <p>{text.noWay}</p>}
        {ways ? <NoPasskeys /> : null}
      </form>
      {base === '' ? null : (
        <p className="quiet">
          <button type="button" className="link" onClick={onOther}>
            {text.otherTenant}
          </button>
        </p>
      )}
    </Outside>
  );
}
