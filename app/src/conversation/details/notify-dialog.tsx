import { type FormEvent, useState } from 'react';
import type { Notification, NotificationChannel, Participant } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Dialog } from '../../ui/dialog.js';
import { Problem } from '../../ui/problem.js';
import { type DialogTexts, texts } from './dialog-texts.js';

interface Props {
  readonly participant: Participant;
  readonly onClose: () => void;
}

const CHANNELS: readonly NotificationChannel[] = ['SMS', 'EMAIL'];

/** The result of a notification in words. */
function wordsOf({ channel, status, reason }: Notification, text: DialogTexts): string {
  const why = reason === undefined ? '' : (text.reasons[reason] ?? reason);
  return `${text.channels[channel]} ${text.statuses[status]} ${why}`.trim();
}

/** Sends a client the link by SMS or e-mail, and shows the response of the service for each. */
export default function NotifyDialog({ participant, onClose }: Props) {
  const text = useTexts(texts);
  const { conversation_id, display_name: name, id } = participant;
  const addresses = { SMS: participant.phone_number, EMAIL: participant.email };
  const possible = CHANNELS.filter((each) => addresses[each] !== undefined);
  const [chosen, setChosen] = useState<ReadonlySet<NotificationChannel>>(() => new Set(possible));
  const { mutate, data, error, isPending } = useChange('POST /conversations/{conversation_id}/participants/notify');
  const words = { SMS: text.sms(addresses.SMS ?? ''), EMAIL: text.mail(addresses.EMAIL ?? '') };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending || chosen.size === 0) return;
    mutate({ path: { conversation_id }, body: { participant_ids: [id], channels: [...chosen] } });
  }
  function toggle(channel: NotificationChannel, isChosen: boolean) {
    setChosen(new Set(possible.filter((each) => (each === channel ? isChosen : chosen.has(each)))));
  }
  return (
    <Dialog title={text.notifyTitle(name)} onClose={onClose}>
      {data ? (
        <ul role="status">
          {data.notifications.map((each) => (
            <li key={each.id}>{wordsOf(each, text)}</li>
          ))}
        </ul>
      ) : (
        <form id="notify" onSubmit={submit}>
          <p>{possible.length === 0 ? text.noAddress : text.notifyAbout}</p>
          {error ? <Problem error={error} /> : null}
          {possible.map((each) => (
            <label key={each} className="check">
              <input
                type="checkbox"
                checked={chosen.has(each)}
                onChange={({ target }) => toggle(each, target.checked)}
              />
              {words[each]}
            </label>
          ))}
        </form>
      )}
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {data || possible.length === 0 ? text.close : text.cancel}
        </button>
        {data || possible.length === 0 ? null : (
          <button type="submit" form="notify" className="main" aria-disabled={isPending || chosen.size === 0}>
            {text.send}
          </button>
        )}
      </div>
    </Dialog>
  );
}
