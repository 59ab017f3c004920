import { Suspense, useEffect } from 'react';
import { useTexts } from '../language.js';
import { Link } from '../routing/link.js';
import { paths } from '../routing/paths.js';
import { Redirect } from '../routing/redirect.js';
import { useApp } from '../session/context.js';
import { NotFound } from '../shell/failures.js';
import { Loading } from '../shell/loading.js';
import { OwnersOnly } from '../shell/owners-only.js';
import { sections } from './sections.js';
import { texts } from './texts.js';
import './settings.css';

/** The settings of the tenant: their parts at the left, and the chosen one. */
export default function Settings({ section: name }: { readonly section: string | undefined }) {
  const { tenant } = useApp();
  const text = useTexts(texts);
  const section = sections.find((each) => each.name === name);
  const title = section ? text.sections[section.name] : text.title;
  useEffect(() => {
    document.title = `${title} – ${tenant.name}`;
  }, [title, tenant.name]);
  if (name === undefined) return <Redirect to={paths.settings(sections[0]?.name)} />;
  if (!section) return <NotFound />;
  return (
    <OwnersOnly>
      <div className="settings">
        <nav aria-label={text.nav}>
          {sections.map((each) => (
            <Link key={each.name} to={paths.settings(each.name)}>
              {text.sections[each.name]}
            </Link>
          ))}
        </nav>
        <main id="main">
          <h1>{title}</h1>
          <Suspense fallback={<Loading />}>
            <section.Component />
          </Suspense>
        </main>
      </div>
    </OwnersOnly>
  );
}
