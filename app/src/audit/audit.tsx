import { Suspense } from 'react';
import { useTexts } from '../language.js';
import { Link } from '../routing/link.js';
import { paths } from '../routing/paths.js';
import { Redirect } from '../routing/redirect.js';
import { NotFound } from '../shell/failures.js';
import { Loading } from '../shell/loading.js';
import { OwnersOnly } from '../shell/owners-only.js';
import { useTitle } from '../ui/title.js';
import { texts } from './texts.js';
import { views } from './views.js';
import '../settings/settings.css';
import './audit.css';

interface Props {
  /** Last part of the address. */
  readonly view: string | undefined;
}

/** The log of the tenant: its views at the left, and the chosen one. */
export default function Audit(props: Props) {
  return (
    <OwnersOnly>
      <Room {...props} />
    </OwnersOnly>
  );
}

function Room({ view: name }: Props) {
  const text = useTexts(texts);
  const view = views.find((each) => each.name === name);
  const title = view ? text.views[view.name] : text.title;
  useTitle(title);
  if (name === undefined) return <Redirect to={paths.audit('events')} />;
  if (!view) return <NotFound />;
  return (
    <div className="settings audit">
      <nav aria-label={text.nav}>
        {views.map((each) => (
          <Link key={each.name} to={paths.audit(each.name)}>
            {text.views[each.name]}
          </Link>
        ))}
      </nav>
      <main id="main">
        <h1>{title}</h1>
        <Suspense fallback={<Loading />}>
          <view.Component />
        </Suspense>
      </main>
    </div>
  );
}
