import { type RefObject, useState } from 'react';
import type { Outcome } from './calls.js';
import { type Errors, FIELDS } from './rules.js';
import type { Texts } from './texts.js';

/** A form that was not accepted. */
export interface Refusal {
  readonly errors: Errors;
  /** Shown where no field is at fault. */
  readonly messages?: readonly string[];
  /** A new link helps. */
  readonly isLinkInvalid?: true;
}

interface Props {
  readonly refusal: Refusal;
  readonly text: Texts;
  readonly at: RefObject<HTMLDivElement | null>;
  readonly onRequest: () => Promise<Outcome>;
}

/** Reasons of a refusal above the form. It gets the focus and leads to the fields. */
export function Problem({ refusal: { errors, messages = [], isLinkInvalid }, text, at, onRequest }: Props) {
  const named = FIELDS.filter((name) => errors[name] !== undefined);
  return (
    <div ref={at} tabIndex={-1} role="alert" className="failure">
      <h2>{text.refused}</h2>
      {named.length === 0 ? messages.map((message) => <p key={message}>{message}</p>) : null}
      {named.length > 0 ? (
        <ul>
          {named.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(name)?.focus();
                }}
              >
                {errors[name]}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {isLinkInvalid ? <NewLink text={text} onRequest={onRequest} /> : null}
    </div>
  );
}

function NewLink({ text, onRequest }: Pick<Props, 'text' | 'onRequest'>) {
  const [message, setMessage] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function request() {
    if (isSending) return;
    setSending(true);
    const outcome = await onRequest();
    setSending(false);
    if (outcome.is === 'done') setMessage(text.requested);
    else setMessage(outcome.is === 'refused' ? outcome.message : text.notRequested);
  }
  return (
    <>
      <button type="button" aria-disabled={isSending} onClick={() => void request()}>
        {text.request}
      </button>
      <p role="status">{message}</p>
    </>
  );
}
