import type { Instant } from '../../kernel/instant.js';
import type { OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';

/** Ids of conversations contain no `.`. */
export const answersOf = (conversationId: string): string => `${conversationId}.`;

/** Notes that a remembered response is about a conversation, so that it is found when that is erased. */
export async function noteAnswerOf(
  operations: OperationalStore,
  { tenantId, id }: OperationalKey,
  conversationId: string,
  due: Instant,
): Promise<void> {
  const key = { tenantId, kind: 'idempotency-of', id: `${answersOf(conversationId)}${id}` };
  await operations.put(key, id, { due, relaxed: true });
}
