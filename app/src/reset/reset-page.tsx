import { useEffect, useRef, useState } from 'react';
import { browserLanguage, useLanguage, useTexts } from '../language.js';
import { mount } from '../mount.js';
import { namesNoTenant, PasswordCalls } from './calls.js';
import { appOf, type Link, takeLink } from './link.js';
import { ResetForm } from './reset-form.js';
import { texts } from './texts.js';

type State = 'form' | 'done' | 'incomplete' | 'unknown';

function ResetPage({ link }: { readonly link: Link }) {
  const text = useTexts(texts);
  const { choose } = useLanguage();
  const [calls] = useState(() => new PasswordCalls(link));
  const [state, setState] = useState<State>(link.token === '' ? 'incomplete' : 'form');
  const [tenant, setTenant] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (link.token === '') return;
    const known = calls.tenantOfLink();
    known
      .then(({ name, preferred_language }) => {
        setTenant(name);
        choose(browserLanguage(preferred_language));
      })
      .catch((error) => namesNoTenant(error) && setState('unknown'));
  }, [calls, link, choose]);

  const title = { form: text.title, done: text.doneTitle, incomplete: text.brokenTitle, unknown: text.brokenTitle }[
    state
  ];
  useEffect(() => {
    document.title = title;
    if (state !== 'form') heading.current?.focus();
  }, [title, state]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {state === 'form' ? (
        <>
          <p className="account">{tenant === '' ? '\u00a0' : text.account(tenant)}</p>
          <ResetForm calls={calls} text={text} onDone={() => setState('done')} onUnknown={() => setState('unknown')} />
        </>
      ) : null}
      {state === 'done' ? (
        <>
          <p>{text.done}</p>
          <p className="actions">
            <a className="button main" href={appOf(link)}>
              {text.open}
            </a>
          </p>
        </>
      ) : null}
      {state === 'incomplete' ? <p>{text.incomplete}</p> : null}
      {state === 'unknown' ? <p>{text.unknown}</p> : null}
    </>
  );
}

/** Another link that is opened in the same tab may differ in its fragment alone, which loads no page. */
function ResetPages({ first }: { readonly first: Link }) {
  const [opened, setOpened] = useState({ link: first, count: 0 });
  useEffect(() => {
    const reopen = () => {
      if (!location.hash.includes('token=')) return;
      const link = takeLink();
      setOpened(({ count }) => ({ link, count: count + 1 }));
    };
    addEventListener('hashchange', reopen);
    return () => removeEventListener('hashchange', reopen);
  }, []);
  return <ResetPage key={opened.count} link={opened.link} />;
}

mount(<ResetPages first={takeLink()} />);
