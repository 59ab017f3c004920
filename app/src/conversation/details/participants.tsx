import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Conversation, Participant } from '../../../../sdk/src/api.js';
import type { ConversationActions } from '../../../../sdk/src/react.js';
import type { ConversationSnapshot, Member } from '../../../../sdk/src/store.js';
import { useTexts } from '../../language.js';
import { ParticipantRow } from './participant-row.js';
import { texts } from './texts.js';

const ParticipantDialog = lazy(() => import('./participant-dialog.js'));

interface Props {
  readonly view: ConversationSnapshot & ConversationActions;
  readonly conversation: Conversation;
}

/** A participant as users see it. */
const isWhole = (member: Member): member is Participant => 'last_message_sequence_seen' in member;

/** The participants with their read state and their actions. */
export function Participants({ view, conversation }: Props) {
  const text = useTexts(texts);
  const [isAdding, setAdding] = useState(false);
  const members = [...view.participants.values()].filter(isWhole);
  return (
    <section>
      <h2>{text.participants}</h2>
      {members.length === 0 ? <p className="quiet">{text.noParticipants}</p> : null}
      <ul className="participants">
        {members.map((each) => (
          <ParticipantRow
            key={each.id}
            participant={each}
            isSelf={each.id === view.self?.id}
            newest={view.newest}
            onChanged={view.readAgain}
          />
        ))}
      </ul>
      <button type="button" className="small" onClick={() => setAdding(true)}>
        <UserPlus size={16} aria-hidden /> {text.addClient}
      </button>
      <Suspense>
        {isAdding ? (
          <ParticipantDialog
            conversationId={conversation.id}
            onChanged={view.readAgain}
            onClose={() => setAdding(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
