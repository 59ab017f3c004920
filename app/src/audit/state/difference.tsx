import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DiffChange } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { Loading } from '../../shell/loading.js';
import { Problem } from '../../ui/problem.js';
import { Json } from '../json.js';
import type { Subject } from './subject.js';
import { texts } from './texts.js';

interface Props {
  readonly subject: Subject;
  /** Positions of both moments. */
  readonly from: string;
  readonly to: string;
  readonly isFirst: boolean;
}

/** The state at a moment, and the changes from the moment before. */
export function Difference({ subject: { kind, id, conversation }, from, to, isFirst }: Props) {
  const text = useTexts(texts);
  const { tidings } = useApp();
  const of = conversation === undefined ? {} : { conversation_id: conversation };
  const query = { subject_kind: kind, subject_id: id, from, to, ...of };
  const { data, error } = useQuery({
    queryKey: ['GET /audit/diff', query],
    queryFn: ({ signal }) => tidings.call('GET /audit/diff', { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="difference">
      <section aria-labelledby="changes">
        <h2 id="changes">{text.changes}</h2>
        {isFirst ? <p>{text.first}</p> : null}
        {!isFirst && data.changes.length === 0 ? <p>{text.none}</p> : null}
        <ul>
          {data.changes.map((change) => (
            <Change key={`${change.op} ${change.path}`} change={change} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="state">
        <h2 id="state">{text.state}</h2>
        {data.after ? <Json value={data.after} /> : <p>{text.gone}</p>}
      </section>
    </div>
  );
}

function Change({ change: { path, before, after, event_id } }: { readonly change: DiffChange }) {
  const text = useTexts(texts);
  const sides = [
    ['before', before],
    ['after', after],
  ] as const;
  return (
    <li>
      <code>{path}</code>
      {sides.map(([side, value]) =>
        value === undefined ? null : (
          <div key={side} className={side}>
            <span className="unseen">{text[side]}</span>
            <code>{JSON.stringify(value)}</code>
          </div>
        ),
      )}
      {event_id ? (
        <Link to={paths.audit('trace')} search={{ id: event_id }} className="quiet">
          {event_id}
        </Link>
      ) : null}
    </li>
  );
}
