import type { DispatchParts } from './dispatch-parts.js';
import { laneOf } from './resting-head.js';

/**
 * Gives a head to every conversation in which something waits and that has none: those that were in memory when a process
 * ended, and those of an earlier version. Reads the queues once, page by page.
 */
export async function findLost(
  { deliveries, paced }: Pick<DispatchParts, 'deliveries' | 'paced'>,
  tenantId: string,
  isClosed: () => boolean,
): Promise<void> {
  for (let after: string | undefined; !isClosed(); ) {
    const { withoutHead, next } = await paced(tenantId, () => deliveries.queuedConversations(tenantId, after));
    const found = withoutHead.map((conversation) =>
      deliveries.heads.put(tenantId, laneOf(conversation), conversation, { value: 'ready' }),
    );
    await Promise.all(found);
    if (next === undefined) return;
    after = next;
  }
}
