import { conversationOf } from '../../../projections/conversation-list/projection.js';
import { parseStreamName } from '../../kernel/stream.js';

/** Conversation whose public events are in a stream; undefined for any other stream. */
export function conversationConcerned(stream: string): string | undefined {
  const { category, id } = parseStreamName(stream);
  if (category === 'participant') return conversationOf(stream);
  return category === 'conversation' || category === 'messageLog' ? id : undefined;
}
