import { type FormEvent, useState } from 'react';
import type { WorkflowDryRunMatch } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { When } from '../../ui/when.js';
import { texts } from './texts.js';

const MINUTE = 60_000;
const DAYS = 7 * 24 * 60 * MINUTE;

/** A moment for a control of local times. */
function localTime(moment: number): string {
  const offset = new Date(moment).getTimezoneOffset() * MINUTE;
  return new Date(moment - offset).toISOString().slice(0, 16);
}

interface Found {
  readonly matches: readonly WorkflowDryRunMatch[];
  readonly times: number;
  readonly events: number;
  /** Where and until when the next part of the range reads. */
  readonly next: { readonly from_position: string; readonly to: string } | undefined;
}

/** The events of a range that would have started a workflow. */
export function DryRun({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const { mutate, error, isPending } = useChange('POST /workflows/{workflow_id}/dry-run');
  const [found, setFound] = useState<Found>();
  const [now] = useState(Date.now);
  const read = (
    range: { readonly to: string; readonly from?: string; readonly from_position?: string },
    before?: Found,
  ) =>
    mutate(
      { path: { workflow_id: id }, body: range },
      {
        onSuccess: ({ conversations, total_elements, events_read, next }) =>
          setFound({
            matches: [...(before?.matches ?? []), ...conversations],
            times: (before?.times ?? 0) + total_elements,
            events: (before?.events ?? 0) + events_read,
            next: next === undefined ? undefined : { from_position: next, to: range.to },
          }),
      },
    );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    const moment = (name: string) => new Date(String(form.get(name))).toISOString();
    setFound(undefined);
    read({ from: moment('from'), to: moment('to') });
  }
  return (
    <Dialog title={text.dryRunTitle(id)} onClose={onClose} isWide>
      <p>{text.dryRunAbout}</p>
      <form onSubmit={submit} className="filters">
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={text[name]}
            name={name}
            type="datetime-local"
            required
            defaultValue={localTime(name === 'from' ? now - DAYS : now + MINUTE)}
            error={messageAt(error, name)}
          />
        ))}
        <div className="actions">
          <button type="submit" className="main" aria-disabled={isPending}>
            {text.run}
          </button>
        </div>
      </form>
      {error ? <Problem error={error} atFields={['from', 'to']} /> : null}
      <p role="status">{found ? text.found(found.times, found.events) : ''}</p>
      {found ? (
        <ul className="matches">
          {found.matches.map(({ event_id, conversation_id, at, branch }) => (
            <li key={event_id}>
              <Link to={paths.conversation(conversation_id)}>{conversation_id}</Link>{' '}
              <span className="quiet">
                <When at={at} /> · {branch === undefined ? text.noBranch : text.branch(branch + 1)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {found?.next ? <p>{text.more}</p> : null}
      <div className="actions end">
        {found?.next ? (
          <button type="button" aria-disabled={isPending} onClick={() => found.next && read(found.next, found)}>
            {text.goOn}
          </button>
        ) : null}
        <button type="button" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
