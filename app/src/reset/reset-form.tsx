import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Outcome, PasswordCalls } from './calls.js';
import { Problem, type Refusal } from './problem.js';
import { type Errors, errorsOf, type FieldName, type IsCommon, rulesOf } from './rules.js';
import { TextInput } from './text-input.js';
import type { Texts } from './texts.js';

interface Props {
  readonly calls: PasswordCalls;
  readonly text: Texts;
  readonly onDone: () => void;
  readonly onUnknown: () => void;
}

const EMPTY = { email: '', password: '', repeat: '' };

export function ResetForm({ calls, text, onDone, onUnknown }: Props) {
  const [values, setValues] = useState(EMPTY);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isCommon, setIsCommon] = useState<IsCommon>();
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (refusal) summary.current?.focus();
  }, [refusal]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const errors = errorsOf(values, isCommon, text);
    if (Object.keys(errors).length > 0) return setRefusal({ errors });
    setSending(true);
    const outcome = await calls.set(values);
    if (outcome.is === 'done') await calls.signIn(values);
    setSending(false);
    if (outcome.is === 'done') onDone();
    else if (outcome.is === 'unknown') onUnknown();
    else setRefusal(refusalOf(outcome, text));
  }

  /** If the list does not load, the service alone refuses a common password. */
  function loadCommonPasswords() {
    if (isCommon) return;
    import('../../../src/catalogue/passwords/common-passwords.js')
      .then((list) => setIsCommon(() => list.isCommonPassword))
      .catch(() => {});
  }

  const inputOf = (name: FieldName) => ({
    name,
    label: text[name],
    value: values[name],
    error: refusal?.errors[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  const newPassword = { type: isShown ? 'text' : 'password', autoComplete: 'new-password', about: 'rules' };
  return (
    <form noValidate aria-label={text.title} onSubmit={(event) => void submit(event)}>
      {refusal ? (
        <Problem refusal={refusal} text={text} at={summary} onRequest={() => calls.request(values.email)} />
      ) : null}
      <TextInput {...inputOf('email')} type="email" autoComplete="username" hint={text.emailHint} />
      <TextInput {...inputOf('password')} {...newPassword} onFocus={loadCommonPasswords} />
      <TextInput {...inputOf('repeat')} {...newPassword} onFocus={loadCommonPasswords} />
      <ul id="rules" className="rules" aria-live="polite">
        {rulesOf(values, isCommon, text).map((rule) => (
          <li key={rule.text} data-kept={rule.isKept}>
            {rule.text}
            {values.password === '' ? '' : `: ${rule.isKept ? text.kept : text.notKept}`}
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {text.show}
        </button>
        <button type="submit" className="main" aria-disabled={isSending}>
          {isSending ? text.sending : text.submit}
        </button>
      </div>
    </form>
  );
}

function refusalOf(outcome: Exclude<Outcome, { is: 'done' | 'unknown' }>, text: Texts): Refusal {
  const none: Errors = {};
  if (outcome.is === 'invalid') return { errors: none, messages: text.invalid, isLinkInvalid: true };
  if (outcome.is === 'unclear') return { errors: none, messages: [text.unclear] };
  return { errors: outcome.errors, messages: [outcome.message] };
}
