import type { NewEvent } from '../../src/engine/log/codec.js';
import type { EventLog } from '../../src/engine/log/event-log.js';
import { streamName } from '../../src/kernel/stream.js';
import type { ConversationOpened } from '../../src/modules/conversations/conversation/domain/conversation.events.js';
import type { ParticipantJoined } from '../../src/modules/conversations/conversation/domain/membership.events.js';
import { COMMON_WORD, HALF_WORD } from '../searches.js';
import { seededRandom, sentence } from '../words.js';
import { fact } from './facts.js';

const AT_ONCE = 500;

/** Appends conversations with one user and one client each. COMMON_WORD is in all descriptions, HALF_WORD in every second. */
export async function seedConversations(log: EventLog, tenantId: string, userId: string, count: number): Promise<void> {
  const random = seededRandom(3);
  const opened = (n: number): readonly NewEvent[] => {
    const description = [COMMON_WORD, ...(n % 2 ? [HALF_WORD] : []), sentence(random, 8)].join(' ');
    const conversation: ConversationOpened = {
      type: 'ConversationOpened',
      data: { conversationTypeId: 'support', description },
    };
    return [fact(n, () => conversation), fact(n, () => user(userId)), fact(n, () => client(n))];
  };
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, i) => done + i);
    await Promise.all(some.map((n) => log.append(streamName('conversation', tenantId, `case-${n}`), 0, opened(n))));
  }
}

const user = (userId: string): ParticipantJoined => ({
  type: 'ParticipantJoined',
  data: { participantId: 'owner', kind: 'USER', displayName: 'Ada Byron', userId, fromSequence: 0 },
});

const client = (n: number): ParticipantJoined => ({
  type: 'ParticipantJoined',
  data: { participantId: 'client', kind: 'CLIENT', displayName: `Client ${n}`, fromSequence: 0 },
});
