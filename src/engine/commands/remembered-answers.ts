import type { Instant } from '../../kernel/instant.js';
import type { OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';

/** `.` stands in no id of a conversation. */
export const answersOf = (conversationId: string): string => `${conversationId}.`;

/** Notes that a remembered answer tells of a conversation, so that it is found when that is erased. */
export async function noteAnswerOf(
  operations: OperationalStore,
  { tenantId, id }: OperationalKey,
  conversationId: string,
  due: Instant,
): Promise<void> {
  const key = { tenantId, kind: 'idempotency-of', id: `${answersOf(conversationId)}${id}` };
  await operations.put(key, id, { due, relaxed: true });
}
