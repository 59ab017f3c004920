import type { EventLog } from '../../src/engine/log/event-log.js';
import { instant } from '../../src/kernel/instant.js';
import { innerId, streamName } from '../../src/kernel/stream.js';
import type {
  ConversationLabelled,
  ConversationLocked,
} from '../../src/modules/conversations/conversation/domain/conversation.events.js';
import type { MessagePosted } from '../../src/modules/conversations/message/domain/message.events.js';
import type { MessageSeen } from '../../src/modules/conversations/participant/domain/participant.events.js';
import { LABEL } from '../searches.js';
import { fact } from './facts.js';

const AT_ONCE = 500;
/** Conversations, of which one has the label and is locked. */
const ONE_OF = 10;
/** Events that open a conversation. */
const OPENING = 3;
const DAY_MS = 86_400_000;

/** A message in each conversation, seen in every second. Every tenth has the label and a lock of the user. */
export async function seedFiltered(log: EventLog, tenantId: string, userId: string, count: number): Promise<void> {
  const until = instant(Date.now() + DAY_MS);
  const labelled: ConversationLabelled = { type: 'ConversationLabelled', data: { labels: [LABEL] } };
  const locked: ConversationLocked = { type: 'ConversationLocked', data: { until, by: userId } };
  const seen: MessageSeen = { type: 'MessageSeen', data: { sequence: 1 } };
  const posted = (messageId: string): MessagePosted => {
    const of = { messageId, sequence: 1, participantId: 'client', seenBy: 'client' };
    return { type: 'MessagePosted', data: { kind: 'TEXT', text: 'hello', ...of } };
  };
  const seed = async (n: number) => {
    const id = `case-${n}`;
    await log.append(streamName('messageLog', tenantId, id), 0, [fact(n, posted)]);
    if (n % 2) await log.append(streamName('participant', tenantId, innerId(id, 'owner')), 0, [fact(n, () => seen)]);
    if (n % ONE_OF > 0) return;
    const marks = [fact(n, () => labelled), fact(n, () => locked)];
    await log.append(streamName('conversation', tenantId, id), OPENING, marks);
  };
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, i) => seed(done + i));
    await Promise.all(some);
  }
}
