import { Suspense } from 'react';
import { useTexts } from '../language.js';
import { Link } from '../routing/link.js';
import { paths } from '../routing/paths.js';
import { Redirect } from '../routing/redirect.js';
import { NotFound } from '../shell/failures.js';
import { Loading } from '../shell/loading.js';
import { OwnersOnly } from '../shell/owners-only.js';
import { useTitle } from '../ui/title.js';
import { sections } from './sections.js';
import { texts } from './texts.js';
import './settings.css';

interface Props {
  /** Last part of the address. */
  readonly section: string | undefined;
}

/** The settings of the tenant: their parts at the left, and the chosen one. */
export default function Settings(props: Props) {
  return (
    <OwnersOnly>
      <Room {...props} />
    </OwnersOnly>
  );
}

function Room({ section: name }: Props) {
  const text = useTexts(texts);
  const section = sections.find((each) => each.name === name);
  const title = section ? text.sections[section.name] : text.title;
  useTitle(title);
  if (name === undefined) return <Redirect to={paths.settings(sections[0]?.name)} />;
  if (!section) return <NotFound />;
  return (
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
  );
}
