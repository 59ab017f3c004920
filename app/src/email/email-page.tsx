import { useEffect, useRef, useState } from 'react';
import { Tidings, TidingsError } from '../../../sdk/src/tidings.js';
import { browserLanguage } from '../language.js';
import { mount } from '../mount.js';
import { takeLink } from '../reset/link.js';
import { texts } from './texts.js';

const language = browserLanguage();
const text = texts[language];
const link = takeLink();
// A refused call says so at once rather than after a wait.
const tidings = new Tidings({ url: location.origin, language, retries: 0 });

type Outcome = { readonly is: 'done' } | { readonly is: 'broken' } | { readonly is: 'refused'; readonly why: string };
const BROKEN: Outcome = { is: 'broken' };

async function confirm(): Promise<Outcome> {
  const { token, tenantId } = link;
  try {
    const query = tenantId === undefined ? { domain: location.hostname } : { tenant_id: tenantId };
    const { id } = await tidings.call('GET /tenant/config', { query });
    await tidings.call('POST /auth/{tenant_id}/email/confirm', { path: { tenant_id: id }, body: { token } });
    return { is: 'done' };
  } catch (error) {
    if (!(error instanceof TidingsError)) return { is: 'refused', why: text.unclear };
    return [400, 404].includes(error.status) ? BROKEN : { is: 'refused', why: error.message };
  }
}

/** A person confirms by a button, since mail servers open links. */
function EmailPage() {
  const [outcome, setOutcome] = useState<Outcome | undefined>(link.token === '' ? BROKEN : undefined);
  const [isSending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const is = outcome?.is ?? 'open';
  const title = { open: text.title, done: text.doneTitle, broken: text.brokenTitle, refused: text.refusedTitle }[is];
  useEffect(() => {
    document.title = title;
    if (outcome) heading.current?.focus();
  }, [title, outcome]);

  async function submit() {
    if (isSending) return;
    setSending(true);
    setOutcome(await confirm());
    setSending(false);
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {is === 'done' ? <p>{text.done}</p> : null}
      {is === 'broken' ? <p>{text.broken}</p> : null}
      {is === 'open' ? <p>{text.about}</p> : null}
      {outcome?.is === 'refused' ? <p role="alert">{outcome.why}</p> : null}
      {is === 'open' || is === 'refused' ? (
        <div className="actions">
          <button type="button" className="main" aria-disabled={isSending} onClick={() => void submit()}>
            {isSending ? text.sending : text.submit}
          </button>
        </div>
      ) : null}
    </>
  );
}

mount(language, <EmailPage />);
