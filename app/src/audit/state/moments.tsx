import { useState } from 'react';
import type { AuditEvent } from '../../../../sdk/src/api.js';
import { useCall } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Loading } from '../../shell/loading.js';
import { Problem } from '../../ui/problem.js';
import { When } from '../../ui/when.js';
import { Actor } from '../timeline/event.js';
import { useAuditSearch } from '../use-search.js';
import { Difference } from './difference.js';
import type { Subject } from './subject.js';
import { texts } from './texts.js';

/** The changes that one answer has. */
const MOST = 1_000;

/** The changes of a subject on a slider. */
export function Moments({ kind, id, conversation }: Subject) {
  const text = useTexts(texts);
  const of = conversation === undefined ? {} : { conversation_id: conversation };
  const query = { subject_kind: kind, subject_id: id, order: 'ASC', limit: MOST, ...of } as const;
  const { data, error, refetch } = useCall('GET /audit/events', { query });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.events.length === 0) return <p className="empty">{text.empty}</p>;
  return (
    <>
      <Slider events={data.events} subject={{ kind, id, conversation }} />
      {data.has_more ? <p className="quiet">{text.more}</p> : null}
    </>
  );
}

function Slider({ events, subject }: { readonly events: readonly AuditEvent[]; readonly subject: Subject }) {
  const text = useTexts(texts);
  const [{ at }, change] = useAuditSearch();
  const wanted = events.findIndex(({ position }) => position === at);
  const [index, setIndex] = useState(wanted < 0 ? events.length - 1 : wanted);
  const event = events[index] ?? events[0]!;
  const before = events[index - 1];
  const show = (next: number) => {
    setIndex(next);
    change({ at: events[next]?.position ?? event.position });
  };
  const label = text.momentText(index + 1, events.length);
  return (
    <>
      <div className="moments">
        <button type="button" aria-disabled={index === 0} onClick={() => index > 0 && show(index - 1)}>
          {text.earlier}
        </button>
        <input
          type="range"
          aria-label={text.moment}
          aria-valuetext={label}
          min={0}
          max={events.length - 1}
          value={index}
          onChange={(changed) => show(changed.currentTarget.valueAsNumber)}
        />
        <button
          type="button"
          aria-disabled={index === events.length - 1}
          onClick={() => index < events.length - 1 && show(index + 1)}
        >
          {text.later}
        </button>
      </div>
      <p role="status">
        {label} · <strong>{event.type}</strong> · <Actor actor={event.actor} /> · <When at={event.at} />
      </p>
      <Difference subject={subject} from={(before ?? event).position} to={event.position} isFirst={!before} />
    </>
  );
}
