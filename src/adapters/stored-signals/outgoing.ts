import type { Signal } from '../../ports/stores/signals.js';

/** Bounds of the signals of one process that wait for a batch. */
export interface OutgoingBounds {
  readonly total: number;
  readonly perTenant: number;
  readonly perConversation: number;
}

/**
 * Signals that wait for the other processes. Beyond a bound the oldest signal of the busiest conversation or tenant is
 * dropped, so that the others keep their room.
 */
export class OutgoingSignals {
  private readonly tenants = new Map<string, Map<string, Signal[]>>();
  private readonly sizes = new Map<string, number>();
  private size = 0;

  constructor(private readonly bounds: OutgoingBounds) {}

  add(signal: Signal): void {
    const { tenantId, conversationId } = signal;
    const conversations = this.tenants.get(tenantId) ?? new Map<string, Signal[]>();
    this.tenants.set(tenantId, conversations);
    const signals = conversations.get(conversationId) ?? [];
    conversations.set(conversationId, signals);
    signals.push(signal);
    this.count(tenantId, 1);
    if (signals.length > this.bounds.perConversation) this.dropFrom(tenantId, conversationId);
    else if ((this.sizes.get(tenantId) ?? 0) > this.bounds.perTenant) this.dropOldest(tenantId);
    else if (this.size > this.bounds.total) this.dropOldest(largest(this.sizes));
  }

  /** Everything that waits; nothing waits afterwards. */
  take(): readonly Signal[] {
    const all = [...this.tenants.values()].flatMap((conversations) => [...conversations.values()].flat());
    this.tenants.clear();
    this.sizes.clear();
    this.size = 0;
    return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  private dropOldest(tenantId: string): void {
    const conversations = this.tenants.get(tenantId) ?? new Map<string, Signal[]>();
    this.dropFrom(tenantId, largest(new Map([...conversations].map(([id, { length }]) => [id, length]))));
  }

  private dropFrom(tenantId: string, conversationId: string): void {
    const conversations = this.tenants.get(tenantId);
    const signals = conversations?.get(conversationId);
    if (!signals) return;
    signals.shift();
    if (signals.length === 0) conversations?.delete(conversationId);
    this.count(tenantId, -1);
  }

  private count(tenantId: string, by: number): void {
    this.size += by;
    this.sizes.set(tenantId, (this.sizes.get(tenantId) ?? 0) + by);
  }
}

/** The name with the largest size, the first of equals. */
function largest(sizes: ReadonlyMap<string, number>): string {
  let [found, most] = ['', 0];
  for (const [name, size] of sizes) if (size > most) [found, most] = [name, size];
  return found;
}
