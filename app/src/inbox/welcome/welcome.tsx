import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { readAgain } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { Problem } from '../../ui/problem.js';
import { useAttempt } from '../../ui/use-attempt.js';
import { createSample, SAMPLE } from './sample.js';
import { texts } from './texts.js';
import './welcome.css';

/** The first start of a tenant without conversation types. One press makes a sample with both sides. */
export function Welcome() {
  const text = useTexts(texts);
  const { tidings, tenant } = useApp();
  const queries = useQueryClient();
  const { error, isBusy, run } = useAttempt();
  const [link, setLink] = useState<string>();
  const create = () =>
    run(async () => {
      setLink(await createSample(tidings, text));
      await readAgain(queries, ['GET /conversations']);
    });
  return (
    <section className="welcome" aria-labelledby="welcome">
      <h1 id="welcome">{text.title(tenant.name)}</h1>
      {link === undefined ? (
        <>
          <p>{text.about}</p>
          <p className="quiet">{text.what}</p>
          <button type="button" className="main" aria-disabled={isBusy} onClick={() => void create()}>
            {isBusy ? text.creating : text.create}
          </button>
        </>
      ) : null}
      <p role="status">{link === undefined ? '' : text.done}</p>
      {error === undefined ? null : <Problem error={error} />}
      {link === undefined ? null : (
        <>
          <p className="actions">
            <a
              className="button main with-icon"
              href={link}
              target="_blank"
              rel="noopener"
              ref={(made) => made?.focus()}
            >
              {text.client}
              <ExternalLink size={18} aria-hidden />
            </a>
            <Link className="button" to={paths.conversation(SAMPLE)}>
              {text.open}
            </Link>
          </p>
          <p className="quiet">{text.clientHint}</p>
        </>
      )}
    </section>
  );
}
