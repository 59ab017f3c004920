import type { Conversation } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { texts } from '../texts.js';
import { personIn, userOf } from './people.js';

interface Props {
  readonly conversation: Conversation;
  readonly me: string;
}

/** The author and the beginning of the last message. */
export function LastMessage({ conversation, me }: Props) {
  const text = useTexts(texts);
  const { last_message: last } = conversation;
  if (!last) return <>{text.noMessage}</>;
  const author = personIn(conversation, last.participant_id);
  const name = userOf(author) === me ? text.you : author?.display_name || text.someone;
  const isGone = last.deleted_at !== undefined || last.erased === true;
  const kind = last.kind === 'TEXT' ? undefined : (text.kinds[last.kind] ?? last.kind);
  return (
    <>
      {name}: {isGone ? text.deleted : [kind, last.text].filter(Boolean).join(': ')}
    </>
  );
}
