import { type Attack, flood, times } from '../attack.js';

/** A noisy tenant sends 64 requests at once (G14). */
const SENDERS = 64;
const CONVERSATIONS = 16;
const MESSAGES = 1_000;

/** Lists of 1,000 messages. */
export const noisyLists: Attack = async ({ hostile }) => {
  await hostile.conversationWithClient('long');
  await times(MESSAGES, 8, () => hostile.post('long'));
  return flood(SENDERS, () => hostile.owner.call('GET', '/conversations/long/messages?limit=1000'));
};

/** Posts of short messages. */
export const noisyPosts: Attack = async ({ hostile }) => {
  await times(CONVERSATIONS, 4, (n) => hostile.conversationWithClient(`c${n}`));
  const message = { kind: 'TEXT', text: 'one of many', participant_id: 'client' };
  return flood(SENDERS, (n) => hostile.owner.call('POST', `/conversations/c${n % CONVERSATIONS}/messages`, message));
};
