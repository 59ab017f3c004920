import { otherPriority, type Priority } from '../../ports/process/priority.js';
import { type Scope, TenantBudget, UNBOUNDED } from '../tenant-budget.js';
import { type FairQueueBounds, priorityOf, type QueueEntry, QueueFull } from './fair-bounds.js';
import { TenantTurns } from './tenant-turns.js';
import { WaitingEntries } from './waiting-entries.js';

const NONE = { total: 0, perTenant: 0 };

interface Tenant<E> {
  readonly entries: Readonly<Record<Priority, WaitingEntries<E & QueueEntry>>>;
  readonly keys: Set<string>;
}

/**
 * Entries of many tenants that wait for places. Tenants take turns. While T tenants wait, each tenant below its share
 * of places gets the next one within T turns. The number of waiting entries of the others does not matter. Interactive
 * and background entries have turns of their own and alternate. A full queue displaces the newest entry of the tenant
 * with the most entries, if the new entry's tenant has fewer. The same holds for groups of one tenant.
 */
export class FairQueue<E extends QueueEntry> {
  private readonly tenants = new Map<string, Tenant<E>>();
  private readonly states = new Map<E, 'waiting' | 'running' | 'paused'>();
  private readonly turns = { interactive: new TenantTurns(), background: new TenantTurns() };
  private readonly places: TenantBudget;
  /** The places that background entries take, without those reserved for interactive ones. */
  private readonly background: TenantBudget;
  /** Entries that wait or are paused, and their bytes. */
  private readonly room: TenantBudget;
  private readonly bytes: TenantBudget;
  private readonly spare: number;
  private paused = 0;
  private next: Priority = 'interactive';

  constructor({ running, reserved = NONE, spare = 0, waiting, waitingBytes = UNBOUNDED }: FairQueueBounds) {
    this.places = new TenantBudget(running);
    const unreserved = { total: running.total - reserved.total, perTenant: running.perTenant - reserved.perTenant };
    this.background = new TenantBudget(unreserved);
    this.room = new TenantBudget(waiting);
    this.bytes = new TenantBudget(waitingBytes);
    this.spare = spare;
  }

  /** All entries: those that wait, run or are paused. */
  get size(): number {
    return this.states.size;
  }

  get running(): number {
    return this.places.inUse;
  }

  /** Entries that wait for a place. */
  get waiting(): number {
    return this.room.inUse - this.paused;
  }

  has(tenantId: string, key: string): boolean {
    return this.tenants.get(tenantId)?.keys.has(key) === true;
  }

  /** The entries of a tenant's group that wait and never had a place, oldest first. */
  waitingIn(tenantId: string, group: string): readonly E[] {
    const entries = this.tenants.get(tenantId)?.entries;
    return entries ? [...entries.interactive.of(group), ...entries.background.of(group)] : [];
  }

  /**
   * Returns the entries that this one displaced. An entry whose key is known is ignored.
   * @throws QueueFull
   */
  add(entry: E): readonly E[] {
    if (entry.key !== undefined && this.has(entry.tenantId, entry.key)) return [];
    const displaced = this.makeRoom(entry);
    this.insert(entry);
    return displaced;
  }

  /** Gives a place to the entry whose turn it is; undefined while none may start. Others than those accepted keep their turn. */
  take(accepts: (entry: E) => boolean = () => true): E | undefined {
    const first = this.next;
    return this.takeOf(first, accepts) ?? this.takeOf(otherPriority(first), accepts);
  }

  /** A running entry gives its place back for a while. It counts as waiting, but gets none before it is resumed. */
  pause(entry: E): void {
    if (this.states.get(entry) !== 'running') return;
    this.countRunning(entry, -1);
    this.countWaiting(entry, 1);
    this.states.set(entry, 'paused');
    this.paused++;
  }

  /** A paused entry waits for a place again, before those of its tenant that never had one. */
  resume(entry: E): void {
    if (this.states.get(entry) !== 'paused') return;
    this.states.set(entry, 'waiting');
    this.paused--;
    this.tenantOf(entry).entries[priorityOf(entry)].addResumed(entry);
    this.turns[priorityOf(entry)].join(entry.tenantId);
  }

  /** The entry is done or no longer wanted. False when it was not here. */
  remove(entry: E): boolean {
    const state = this.states.get(entry);
    if (state === undefined) return false;
    const { tenantId } = entry;
    const { entries, keys } = this.tenantOf(entry);
    if (state === 'waiting') entries[priorityOf(entry)].remove(entry);
    if (state === 'paused') this.paused--;
    if (state === 'running') this.countRunning(entry, -1);
    else this.countWaiting(entry, -1);
    this.states.delete(entry);
    if (entry.key !== undefined) keys.delete(entry.key);
    if (this.room.heldBy(tenantId) + this.places.heldBy(tenantId) === 0) this.tenants.delete(tenantId);
    return true;
  }

  /** Takes out every entry that waits for a place. */
  drain(): readonly E[] {
    const all = [...this.states].flatMap(([entry, state]) => (state === 'waiting' ? [entry] : []));
    for (const entry of all) this.remove(entry);
    return all;
  }

  private insert(entry: E): void {
    const { entries, keys } = this.tenantOf(entry);
    this.states.set(entry, 'waiting');
    this.countWaiting(entry, 1);
    if (entry.key !== undefined) keys.add(entry.key);
    entries[priorityOf(entry)].add(entry);
    this.turns[priorityOf(entry)].join(entry.tenantId);
  }

  private takeOf(priority: Priority, accepts: (entry: E) => boolean): E | undefined {
    if (this.placesOf(priority).some(({ free }) => free <= 0)) return undefined;
    const turns = this.turns[priority];
    for (const tenantId of turns.inOrder()) {
      const tenant = this.tenants.get(tenantId);
      const waits = tenant?.entries[priority];
      if (!tenant || !waits || waits.size === 0) {
        turns.leave(tenantId);
        continue;
      }
      const entry = this.mayStart(tenantId, priority) ? waits.take(accepts) : undefined;
      if (!entry) continue;
      turns.served(tenantId);
      this.next = otherPriority(priority);
      this.states.set(entry, 'running');
      this.countWaiting(entry, -1);
      this.countRunning(entry, 1);
      return entry;
    }
    return undefined;
  }

  private placesOf(priority: Priority): readonly TenantBudget[] {
    return priority === 'interactive' ? [this.places] : [this.places, this.background];
  }

  private mayStart(tenantId: string, priority: Priority): boolean {
    if (this.placesOf(priority).some((places) => places.fullFor(tenantId, 1))) return false;
    return this.places.heldBy(tenantId) === 0 || this.hasMoreThanSpare(priority);
  }

  /** Whether entries of this priority leave more places than the spare ones. */
  private hasMoreThanSpare(priority: Priority): boolean {
    const { places, background, spare } = this;
    return priority === 'interactive' ? places.free + background.inUse > spare : background.free > spare;
  }

  private makeRoom(entry: E): readonly E[] {
    const displaced: E[] = [];
    for (let full = this.fullFor(entry); full; full = this.fullFor(entry)) {
      const victim = full === 'tenant' ? this.victimOfTenant(entry) : this.victimOfAll(entry);
      if (!victim) {
        for (const each of displaced.toReversed()) this.insert(each);
        throw new QueueFull(full);
      }
      this.remove(victim);
      displaced.push(victim);
    }
    return displaced;
  }

  /** The share without room to wait. Where nothing waits there is room for an entry of any size. */
  private fullFor({ tenantId, bytes = 0 }: E): Scope | undefined {
    const ofEntries = this.room.fullFor(tenantId, 1);
    const ofBytes = this.room.inUse === 0 ? undefined : this.bytes.fullFor(tenantId, bytes);
    return ofBytes === 'tenant' ? ofBytes : (ofEntries ?? ofBytes);
  }

  private victimOfTenant(entry: E): E | undefined {
    return this.tenants.get(entry.tenantId)?.entries[priorityOf(entry)].lastOfLargerThan(entry);
  }

  /** The newest entry of the tenant with the most, if that is more than the tenant of `entry` would have with it. */
  private victimOfAll({ tenantId, bytes = 0 }: E): E | undefined {
    const [measured, more] = this.room.free <= 0 ? [this.room, 1] : [this.bytes, bytes];
    let most = measured.heldBy(tenantId) + more;
    let largest: Tenant<E> | undefined;
    for (const [each, tenant] of this.tenants) {
      if (measured.heldBy(each) <= most) continue;
      largest = tenant;
      most = measured.heldBy(each);
    }
    return largest?.entries.background.last() ?? largest?.entries.interactive.last();
  }

  private countWaiting({ tenantId, bytes = 0 }: E, by: 1 | -1): void {
    this.room.add(tenantId, by);
    this.bytes.add(tenantId, by * bytes);
  }

  private countRunning(entry: E, by: 1 | -1): void {
    for (const places of this.placesOf(priorityOf(entry))) places.add(entry.tenantId, by);
  }

  private tenantOf({ tenantId }: E): Tenant<E> {
    const known = this.tenants.get(tenantId);
    if (known) return known;
    const entries = { interactive: new WaitingEntries<E>(), background: new WaitingEntries<E>() };
    const tenant: Tenant<E> = { entries, keys: new Set() };
    this.tenants.set(tenantId, tenant);
    return tenant;
  }
}
