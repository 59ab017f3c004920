import type { TracedEvent } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { When } from '../../ui/when.js';
import { Actor } from '../timeline/event.js';
import { texts } from './texts.js';

interface Props {
  readonly traced: TracedEvent;
  /** The id that the trace was read for. */
  readonly id: string;
}

/** An event with its effects, and the events that it caused. */
export function Traced({ traced: { event, frames, webhooks, notifications, runs, children }, id }: Props) {
  const text = useTexts(texts);
  const mark = (each: string) => (each === id ? 'wanted' : undefined);
  return (
    <li>
      <p className={mark(event.id)}>
        <strong>{event.type}</strong>{' '}
        <span className="subject">
          {event.subject.kind} <code>{event.subject.id}</code>
        </span>{' '}
        · <Actor actor={event.actor} /> · <When at={event.at} />
      </p>
      <ul>
        {frames.length > 0 ? (
          <li>
            {text.frames}: <code>{frames.join(', ')}</code>
          </li>
        ) : null}
        {webhooks.map(({ delivery_id, status, attempts }) => (
          <li key={delivery_id} className={mark(delivery_id)}>
            {text.delivery} <code>{delivery_id}</code> · {status} · {text.attempts(attempts.length)}
            <ol>
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <When at={attempt.at} /> · {attempt.status_code ?? attempt.error} · {attempt.duration_ms} ms
                </li>
              ))}
            </ol>
          </li>
        ))}
        {notifications.map((each) => (
          <li key={each.id} className={mark(each.id)}>
            {text.notification} <code>{each.id}</code> · {each.channel} {each.status ? `· ${each.status}` : null}
          </li>
        ))}
        {runs.map((run) => (
          <li key={run.id} className={mark(run.id)}>
            {text.run} <code>{run.workflow_id}</code> · {run.status}
          </li>
        ))}
        {children.map((each) => (
          <Traced key={each.event.id} traced={each} id={id} />
        ))}
      </ul>
    </li>
  );
}
