import { Archive, Lock } from 'lucide-react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useCall } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { texts } from '../texts.js';
import { fullName, nameOfUser } from './people.js';

interface Props {
  readonly conversation: Conversation;
  readonly me: string;
}

/** The lock, the labels and the archive of a conversation. */
export function Marks({ conversation, me }: Props) {
  const text = useTexts(texts);
  const { locked_by: holder, labels = [], archived } = conversation;
  if (holder === undefined && labels.length === 0 && !archived) return null;
  return (
    <span className="marks">
      {archived ? (
        <span className="mark">
          <Archive size={14} aria-hidden /> {text.archived}
        </span>
      ) : null}
      {holder === undefined ? null : (
        <span className="mark lock">
          <Lock size={14} aria-hidden />{' '}
          {holder === me ? text.lockedByYou : <Holder conversation={conversation} id={holder} />}
        </span>
      )}
      {labels.map((label) => (
        <Label key={label} label={label} />
      ))}
    </span>
  );
}

function Holder({ conversation, id }: { readonly conversation: Conversation; readonly id: string }) {
  const text = useTexts(texts);
  const known = nameOfUser(conversation, id);
  return known ? text.lockedBy(known) : <Named id={id} />;
}

/** A user who takes no part in the conversation. */
function Named({ id }: { readonly id: string }) {
  const text = useTexts(texts);
  const { data } = useCall('GET /users/{user_id}', { path: { user_id: id } });
  return text.lockedBy(data ? fullName(data) : text.someone);
}

/** A label of the form `scope:value` shows its scope apart. */
export function Label({ label }: { readonly label: string }) {
  const at = label.indexOf(':');
  return (
    <span className="label">
      {at > 0 ? <span className="scope">{label.slice(0, at)}</span> : null}
      <span className="value">{at > 0 ? label.slice(at + 1) : label}</span>
    </span>
  );
}
