import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Listed } from '../../ui/listed.js';
import { When } from '../../ui/when.js';
import { texts } from './texts.js';

/** Conversations that the saved policy removes next. */
export function Due({ typeId }: { readonly typeId: string }) {
  const text = useTexts(texts);
  const path = { conversation_type_id: typeId };
  const due = useList('GET /conversation-types/{conversation_type_id}/retention/preview', {
    path,
    query: { limit: 20 },
  });
  return (
    <section aria-labelledby="due">
      <h2 id="due">{text.preview}</h2>
      <Listed list={due} empty={text.noneDue}>
        {(items) => (
          <ul>
            {items.map(({ id, due_at }) => (
              <li key={id}>
                <Link to={paths.conversation(id)}>{id}</Link>{' '}
                <span className="quiet">
                  {text.due} <When at={due_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}

/** The conversations that retention has removed. */
export function Runs({ typeId }: { readonly typeId: string }) {
  const text = useTexts(texts);
  const path = { conversation_type_id: typeId };
  const runs = useList('GET /conversation-types/{conversation_type_id}/retention/runs', { path });
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{text.runs}</h2>
      <Listed list={runs} empty={text.noRuns}>
        {(items) => (
          <ul>
            {items.map(({ id, started_at, finished_at, removed }) => (
              <li key={id}>
                <When at={started_at} /> · {text.removed(removed)}
                {finished_at ? null : ` · ${text.running}`}
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}
