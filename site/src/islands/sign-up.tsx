import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import passwordsUrl from '../../../src/catalogue/passwords/common-passwords.ts?island';
import { importChunk } from './chunks.ts';
import { type SignedUp, SignUpAttempts } from './sign-up.attempts.ts';
import { SignUpField } from './sign-up.field.tsx';
import {
  bodyOf,
  type Errors,
  errorsOf,
  type FieldName,
  fields,
  type IsCommon,
  isMore,
  subdomainOf,
  type Values,
} from './sign-up.rules.ts';
import { keepSignUp } from './sign-up.success.ts';

const EMPTY = Object.fromEntries(fields.map(([name, { of }]) => [name, of?.[0] ?? ''])) as Values;

const REFUSED = 'The tenant was not created';
const UNCLEAR = 'The tenant may or may not exist';
const AGAIN = 'Send the form again. The subdomain stays the same, so there is never a second tenant.';

interface Problem {
  readonly title: string;
  readonly message?: string;
  readonly errors: Errors;
}

/** The form of a new tenant. It is disabled until its code runs. */
export default function SignUp({ url }: { readonly url: string }) {
  const attempts = useRef<SignUpAttempts>(undefined);
  const summary = useRef<HTMLDivElement>(null);
  const isSending = useRef(false);
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<Problem>();
  const [isNamed, setIsNamed] = useState(false);
  const [isCommon, setIsCommon] = useState<IsCommon>();
  const [phase, setPhase] = useState<'inert' | 'ready' | 'sending'>('inert');

  useEffect(() => {
    attempts.current = new SignUpAttempts(url);
    setValues({ ...EMPTY, ...attempts.current.pending });
    setIsNamed(attempts.current.pending !== undefined);
    setPhase('ready');
    // A page that the browser brings back on Back was frozen while it left for the next page.
    const ready = () => setPhase('ready');
    addEventListener('pageshow', ready);
    return () => removeEventListener('pageshow', ready);
  }, [url]);

  useEffect(() => {
    if (problem) summary.current?.focus();
  }, [problem]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current) return;
    const errors = errorsOf(values, isCommon);
    if (Object.keys(errors).length > 0) return setProblem({ title: REFUSED, errors });
    isSending.current = true;
    setPhase('sending');
    const outcome = await attempts.current!.send(bodyOf(values));
    isSending.current = false;
    if (outcome.is === 'done') return leave(outcome.answer, outcome.body);
    setPhase('ready');
    if (outcome.is === 'unclear') setProblem({ title: UNCLEAR, message: `${outcome.message} ${AGAIN}`, errors: {} });
    else setProblem({ title: REFUSED, ...outcome });
  }

  /** If the list does not load, the service alone refuses a common password. */
  function focus(name: FieldName) {
    if (name !== 'user_password' || isCommon) return;
    const loading = importChunk<{ isCommonPassword: IsCommon }>(passwordsUrl);
    loading.then(({ isCommonPassword }) => setIsCommon(() => isCommonPassword)).catch(() => {});
  }

  /** The name makes the subdomain until the reader writes one. */
  function change(name: FieldName, value: string) {
    if (name === 'tenant_subdomain') setIsNamed(value !== '');
    const made = name === 'tenant_name' && !isNamed ? { tenant_subdomain: subdomainOf(value) } : {};
    setValues({ ...values, [name]: value, ...made });
  }

  function leave(answer: SignedUp, body: Partial<Values>) {
    setValues(EMPTY);
    const kept = { ...answer, email: body.user_email ?? '', name: body.tenant_name ?? '' };
    location.assign(keepSignUp(kept, answer.login_code));
  }

  const show = ([name, field]: (typeof fields)[number]) => (
    <SignUpField
      key={name}
      name={name}
      field={field}
      value={values[name]}
      error={problem?.errors[name]}
      fixed={isFixed(name)}
      isCommon={isCommon}
      onFocus={() => focus(name)}
      onChange={(value) => change(name, value)}
    />
  );
  const isFixed = (name: string) => name === 'tenant_subdomain' && attempts.current?.pending !== undefined;
  return (
    <form
      method="post"
      noValidate
      aria-label="Sign up"
      className="sign-up-form"
      onSubmit={(event) => void submit(event)}
    >
      {problem ? <Summary problem={problem} at={summary} /> : null}
      <fieldset disabled={phase !== 'ready'}>
        {fields.map((each) => isMore(each[0]) || show(each))}
        <More open={fields.some(([name]) => isMore(name) && problem?.errors[name])}>
          {fields.map((each) => isMore(each[0]) && show(each))}
        </More>
        <button type="submit" className="button">
          {phase === 'sending' ? 'Creating the tenant …' : 'Create tenant'}
        </button>
      </fieldset>
    </form>
  );
}

/** Opens where an error is in it. The reader closes it. */
function More({ open, children }: { readonly open: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open && place.current) place.current.open = true;
  }, [open]);
  return (
    <details className="more" ref={place}>
      <summary>More</summary>
      {children}
    </details>
  );
}

function Summary({ problem, at }: { readonly problem: Problem; readonly at: React.RefObject<HTMLDivElement | null> }) {
  const named = fields.filter(([name]) => problem.errors[name] !== undefined);
  return (
    <div ref={at} tabIndex={-1} role="alert" className="failure">
      <h2>{problem.title}</h2>
      {named.length === 0 ? <p>{problem.message}</p> : null}
      <ul>
        {named.map(([name]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={() => document.getElementById(name)?.focus()}>
              {problem.errors[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
