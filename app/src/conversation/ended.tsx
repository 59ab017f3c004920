import { TidingsError } from '../../../sdk/src/errors.js';
import type { Ended } from '../../../sdk/src/store.js';
import { useTexts } from '../language.js';
import { Link } from '../routing/link.js';
import { paths } from '../routing/paths.js';
import { Problem } from '../ui/problem.js';
import { texts } from './texts.js';

type Reason = 'erased' | 'gone' | 'removed' | 'signedOut' | 'failed';

function reasonOf({ reason, error }: Ended): Reason {
  if (reason === 'signed-out') return 'signedOut';
  if (!(error instanceof TidingsError)) return 'failed';
  if (error.code === 'errors.conversation.erased') return 'erased';
  if (reason === 'failed') return error.status === 401 ? 'removed' : 'failed';
  return error.status === 404 ? 'gone' : 'removed';
}

/** Takes the place of a conversation that cannot be shown, with the way on. A text that was not sent stays readable. */
export function EndedPage({ ended, draft }: { readonly ended: Ended; readonly draft: string }) {
  const text = useTexts(texts);
  const reason = reasonOf(ended);
  const mayRetry = reason === 'failed' || reason === 'signedOut';
  const { [reason === 'failed' ? 'gone' : reason]: words } = text;
  return (
    <main id="main" className="conversation ended">
      <div role="alert">
        <h1>{text[`${reason}Title`]}</h1>
        {reason === 'failed' ? <Problem error={ended.error} /> : <p>{words}</p>}
      </div>
      {draft === '' ? null : (
        <>
          <h2>{text.kept}</h2>
          <pre>{draft}</pre>
        </>
      )}
      <p className="actions">
        {mayRetry ? (
          <button type="button" className="main" onClick={() => location.reload()}>
            {reason === 'signedOut' ? text.signIn : text.again}
          </button>
        ) : null}
        <Link to={paths.inbox}>{text.toInbox}</Link>
      </p>
    </main>
  );
}
