import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { keptSignUp } from './sign-up.success.ts';
import { Field } from './try-it.fields.tsx';
import { credentialIn } from './try-it.kept.ts';
import { explained } from './try-it.send.ts';

const PATIENCE_MS = 30_000;

interface Tokens {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly message?: string;
}

interface Props {
  readonly server: string;
  readonly token: string;
  readonly onToken: (server: string, token: string) => void;
}

/** The credential of the calls to one server. It is in no attribute, and only the storage of the tab keeps it. */
export function Credential({ server, token, onToken }: Props) {
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = token;
  }, [token]);

  function clear() {
    if (input.current) input.current.value = '';
    onToken(server, '');
    input.current?.focus();
  }

  return (
    <section aria-labelledby="try-credential" className="credential">
      <h3 id="try-credential">Credential</h3>
      <Field
        id="try-token"
        label="Access token or API key"
        hint={`This tab keeps it until you close the tab or press Clear. Only ${server} gets it.`}
      >
        {(about) => (
          <div className="control">
            <input
              {...about}
              ref={input}
              type={isShown ? 'text' : 'password'}
              autoComplete="off"
              spellCheck={false}
              onChange={({ currentTarget }) => onToken(server, credentialIn(currentTarget.value))}
            />
            <button
              type="button"
              className="button quiet"
              aria-pressed={isShown}
              aria-controls="try-token"
              onClick={() => setShown(!isShown)}
            >
              Show
            </button>
            <button type="button" className="button quiet" aria-controls="try-token" onClick={clear}>
              Clear
            </button>
          </div>
        )}
      </Field>
      <details>
        <summary>Get a token with e-mail and password</summary>
        <SignIn server={server} onToken={onToken} />
      </details>
    </section>
  );
}

const FIELDS = {
  tenant_id: { label: 'Tenant id', type: 'text', completion: 'off' },
  username: { label: 'E-mail address', type: 'email', completion: 'username' },
  password: { label: 'Password', type: 'password', completion: 'current-password' },
} as const;
type Name = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];

/** Calls the token endpoint as the quick start does. */
function SignIn({ server, onToken }: Pick<Props, 'server' | 'onToken'>) {
  const [known] = useState(keptSignUp);
  const [outcome, setOutcome] = useState('');
  const isSending = useRef(false);
  const given: Readonly<Partial<Record<Name, string | undefined>>> = {
    tenant_id: known.tenant_id,
    username: known.email,
  };

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current) return;
    const form = event.currentTarget;
    const valueIn = (name: Name) => (form.elements.namedItem(name) as HTMLInputElement).value;
    const empty = NAMES.filter((name) => valueIn(name) === '');
    if (empty.length > 0) return setOutcome(`Enter: ${empty.map((name) => FIELDS[name].label).join(', ')}.`);
    isSending.current = true;
    setOutcome('Asking for a token …');
    const { access_token, message } = await tokenOf(server, valueIn);
    isSending.current = false;
    setOutcome(message);
    if (access_token === undefined) return;
    onToken(server, access_token);
    (form.elements.namedItem('password') as HTMLInputElement).value = '';
  }

  return (
    <form method="post" noValidate aria-label="Get a token" onSubmit={(event) => void submit(event)}>
      {NAMES.map((name) => (
        <Field key={name} id={`try-sign-in-${name}`} label={FIELDS[name].label}>
          {(about) => (
            <input
              {...about}
              name={name}
              type={FIELDS[name].type}
              defaultValue={given[name]}
              autoComplete={FIELDS[name].completion}
              spellCheck={false}
            />
          )}
        </Field>
      ))}
      <button type="submit" className="button quiet">
        Get a token
      </button>
      <p role="status">{outcome}</p>
    </form>
  );
}

async function tokenOf(server: string, valueIn: (name: Name) => string) {
  const url = `${server}/api/v1/auth/${encodeURIComponent(valueIn('tenant_id').trim())}/oauth2/token`;
  const [username, password] = [valueIn('username'), valueIn('password')];
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', username, password }),
      headers: { 'Accept-Language': 'en' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { access_token, expires_in = 0, message } = (await response.json().catch(() => ({}))) as Tokens;
    if (!access_token) return { message: message ?? `The service returned ${response.status}.` };
    return { access_token, message: `The token is set. It is valid for ${Math.round(expires_in / 60)} minutes.` };
  } catch {
    return { message: explained(url) };
  }
}
