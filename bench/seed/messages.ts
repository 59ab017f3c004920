import type { EventLog } from '../../src/engine/log/event-log.js';
import { streamName } from '../../src/kernel/stream.js';
import type { MessagePosted } from '../../src/modules/conversations/message/domain/message.events.js';
import { seededRandom, sentence } from '../words.js';
import { fact } from './facts.js';

const AT_ONCE = 500;
/** Participants of `case-0` that write. */
export const AUTHORS = ['client-0', 'client-16'] as const;

/** Appends messages of `case-0`, by two of its clients in turn. */
export async function seedMessages(log: EventLog, tenantId: string, count: number): Promise<void> {
  const stream = streamName('messageLog', tenantId, 'case-0');
  const random = seededRandom(2);
  const posted = (sequence: number) =>
    fact(sequence, (messageId): MessagePosted => {
      const participantId = AUTHORS[sequence % 2] as string;
      const said = { kind: 'TEXT', text: sentence(random, 12) } as const;
      return { type: 'MessagePosted', data: { ...said, messageId, sequence, participantId, seenBy: participantId } };
    });
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, i) => posted(done + i + 1));
    await log.append(stream, done, some);
  }
}
