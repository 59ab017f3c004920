import { useTexts } from '../language.js';
import { Link } from '../routing/link.js';
import { paths } from '../routing/paths.js';
import { texts } from './texts.js';

/** A page that threw. "Try again" mounts it again. */
export function Crash({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const text = useTexts(texts);
  return (
    <main id="main" className="page narrow">
      <h1>{text.crashed}</h1>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <button type="button" className="main" onClick={reset}>
        {text.again}
      </button>
    </main>
  );
}

export function NotFound() {
  const text = useTexts(texts);
  return (
    <main id="main" className="page narrow">
      <h1>{text.notFoundTitle}</h1>
      <p>{text.notFound}</p>
      <Link to={paths.inbox}>{text.toInbox}</Link>
    </main>
  );
}
