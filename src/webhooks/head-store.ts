import type { Instant } from '../kernel/instant.js';
import type { OperationalStore } from '../ports/stores/operational-store.js';
import { type Head, type HeadValue, headId, headOf, type Lane, lanePrefix } from './resting-head.js';

const HEAD = 'webhook-head';

/**
 * The conversations of a tenant that wait outside of memory, by the time at which each is looked at. The deliveries and
 * their queues are the truth: looking at a conversation too often changes nothing.
 */
export class HeadStore {
  constructor(private readonly operations: OperationalStore) {}

  /** Rests a conversation until a time, or until its turn where `due` is absent. @returns the id of the entry */
  async put(
    tenantId: string,
    lane: Lane,
    conversation: string,
    { value, due }: { readonly value: HeadValue; readonly due?: Instant },
  ): Promise<string> {
    const id = headId(lane, due, conversation);
    await this.operations.put({ tenantId, kind: HEAD, id }, value, { relaxed: true, ...(due && { due }) });
    return id;
  }

  /** False: it was put again since it was read, so there is something new to look at. */
  remove(tenantId: string, id: string, revision: number): Promise<boolean> {
    return this.operations.remove({ tenantId, kind: HEAD, id }, revision, { relaxed: true });
  }

  /** The heads of a lane behind `after`, earliest first. */
  async page(tenantId: string, lane: Lane, after: string, limit: number): Promise<readonly Head[]> {
    const found = await this.operations.list<HeadValue>(tenantId, HEAD, lanePrefix(lane), limit, after || undefined);
    return found.map(headOf);
  }
}
