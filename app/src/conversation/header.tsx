import { ArrowLeft, PanelRight } from 'lucide-react';
import type { Conversation } from '../../../sdk/src/api.js';
import { useTexts } from '../language.js';
import { Link } from '../routing/link.js';
import { paths } from '../routing/paths.js';
import { LockButton } from './lock/lock-button.js';
import type { Lock } from './lock/use-lock.js';
import { texts } from './texts.js';

interface Props {
  readonly conversation: Conversation;
  readonly lock: Lock;
  /** The details are on screen already. */
  readonly hasDetails: boolean;
  readonly onDetails: () => void;
}

/** The subject of the conversation, its lock, and the way back on small screens. */
export function ConversationHeader({ conversation, lock, hasDetails, onDetails }: Props) {
  const text = useTexts(texts);
  const { id, description, conversation_type_id, archived } = conversation;
  return (
    <header className="head">
      <Link to={paths.inbox} className="back" aria-label={text.back} title={text.back}>
        <ArrowLeft size={18} aria-hidden />
      </Link>
      <div className="about">
        <h1 dir="auto">{description ?? id}</h1>
        <p className="quiet">
          {archived ? <span className="state">{text.archived}</span> : null}
          <span title={text.type}>{conversation_type_id}</span>
          {description === undefined ? null : <span className="id">{id}</span>}
        </p>
      </div>
      <LockButton conversation={conversation} isHeld={lock.isHeld} />
      {hasDetails ? null : (
        <button type="button" onClick={onDetails}>
          <PanelRight size={18} aria-hidden /> <span>{text.details}</span>
        </button>
      )}
    </header>
  );
}
