import { Link, Navigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { NotFound } from '../shell/failures.js';
import { Loading } from '../shell/loading.js';
import { OwnersOnly } from '../shell/owners-only.js';
import { sections } from './sections.js';
import { texts } from './texts.js';
import './settings.css';

/** The settings of the tenant: their parts at the left, and the chosen one. */
export default function Settings() {
  const { section: name } = useParams({ from: '/inside/settings/{-$section}' });
  const { tenant } = useApp();
  const text = useTexts(texts);
  const section = sections.find((each) => each.name === name);
  const title = section ? text.sections[section.name] : text.title;
  useEffect(() => {
    document.title = `${title} – ${tenant.name}`;
  }, [title, tenant.name]);
  if (name === undefined)
    return <Navigate to="/settings/{-$section}" params={{ section: sections[0]?.name }} replace />;
  if (!section) return <NotFound />;
  return (
    <OwnersOnly>
      <div className="settings">
        <nav aria-label={text.nav}>
          {sections.map((each) => (
            <Link key={each.name} to="/settings/{-$section}" params={{ section: each.name }}>
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
