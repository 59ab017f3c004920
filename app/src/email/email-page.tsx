import { useEffect, useRef, useState } from 'react';
import { TidingsError } from '../../../sdk/src/tidings.js';
import { clientOf } from '../client.js';
import { browserLanguage, useLanguage, useTexts } from '../language.js';
import { mount } from '../mount.js';
import { appOf, takeLink } from '../reset/link.js';
import { type Texts, texts } from './texts.js';

const link = takeLink();
// A refused call says so at once rather than after a wait.
const tidings = clientOf({ retries: 0 });
const { tenantId } = link;
const query = tenantId === undefined ? { domain: location.hostname } : { tenant_id: tenantId };
const readTenant = () => tidings.call('GET /tenant/config', { query });

type Outcome = { readonly is: 'done' } | { readonly is: 'broken' } | { readonly is: 'refused'; readonly why: string };
const BROKEN: Outcome = { is: 'broken' };

async function confirm(text: Texts): Promise<Outcome> {
  try {
    const { id } = await readTenant();
    const body = { token: link.token };
    await tidings.call('POST /auth/{tenant_id}/email/confirm', { path: { tenant_id: id }, body });
    return { is: 'done' };
  } catch (error) {
    if (!(error instanceof TidingsError)) return { is: 'refused', why: text.unclear };
    return [400, 404].includes(error.status) ? BROKEN : { is: 'refused', why: error.message };
  }
}

/** A person confirms by a button, since mail servers open links. */
function EmailPage() {
  const text = useTexts(texts);
  const { choose } = useLanguage();
  const [outcome, setOutcome] = useState<Outcome | undefined>(link.token === '' ? BROKEN : undefined);
  const [isSending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const is = outcome?.is ?? 'open';
  const title = { open: text.title, done: text.doneTitle, broken: text.brokenTitle, refused: text.refusedTitle }[is];
  useEffect(() => {
    document.title = title;
    if (outcome) heading.current?.focus();
  }, [title, outcome]);

  useEffect(() => {
    readTenant()
      .then(({ preferred_language }) => choose(browserLanguage(preferred_language)))
      .catch(() => {});
  }, [choose]);

  async function submit() {
    if (isSending) return;
    setSending(true);
    setOutcome(await confirm(text));
    setSending(false);
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {is === 'broken' ? <p>{text.broken}</p> : null}
      {is === 'open' ? <p>{text.about}</p> : null}
      {outcome?.is === 'refused' ? <p role="alert">{outcome.why}</p> : null}
      {is === 'done' ? (
        <p className="actions">
          <a className="button main" href={appOf(link)}>
            {text.openApp}
          </a>
        </p>
      ) : null}
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

mount(<EmailPage />);
