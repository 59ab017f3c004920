import { type FairQueueBounds, Load, type Priority, priorityOf, type QueueEntry, QueueFull } from './fair-bounds.js';
import { TenantTurns, WaitingEntries } from './fair-turns.js';

interface Tenant<E> {
  readonly load: Load;
  readonly entries: Readonly<Record<Priority, WaitingEntries<E & QueueEntry>>>;
  readonly keys: Set<string>;
}

const otherThan = (priority: Priority): Priority => (priority === 'interactive' ? 'background' : 'interactive');

/**
 * Entries of many tenants that wait for places. Tenants take turns: while T tenants wait, each that has not used up its
 * share of places gets the next one within T turns, whatever the others have waiting. Interactive and background entries
 * have turns of their own and alternate. Where there is no room to wait, a tenant displaces the newest entry of the
 * tenant with the most, if it has less itself; and so does a group among those of its tenant.
 */
export class FairQueue<E extends QueueEntry> {
  private readonly tenants = new Map<string, Tenant<E>>();
  private readonly states = new Map<E, 'waiting' | 'running' | 'paused'>();
  private readonly turns = { interactive: new TenantTurns(), background: new TenantTurns() };
  private readonly load = new Load();
  private paused = 0;
  private next: Priority = 'interactive';

  constructor(private readonly bounds: FairQueueBounds) {}

  /** All entries: those that wait, run or are paused. */
  get size(): number {
    return this.states.size;
  }

  get running(): number {
    return this.load.running;
  }

  /** Entries that wait for a place. */
  get waiting(): number {
    return this.load.waiting - this.paused;
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
   * Answers the entries that this one displaced. An entry whose key is known is ignored.
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
    return this.takeOf(first, accepts) ?? this.takeOf(otherThan(first), accepts);
  }

  /** A running entry gives its place back for a while. It counts as waiting, but gets none before it is resumed. */
  pause(entry: E): void {
    if (this.states.get(entry) !== 'running') return;
    for (const load of this.loadsOf(entry)) load.countRunning(entry, -1);
    for (const load of this.loadsOf(entry)) load.countWaiting(entry, 1);
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
    const { load, entries, keys } = this.tenantOf(entry);
    if (state === 'waiting') entries[priorityOf(entry)].remove(entry);
    if (state === 'paused') this.paused--;
    for (const each of [this.load, load]) {
      if (state === 'running') each.countRunning(entry, -1);
      else each.countWaiting(entry, -1);
    }
    this.states.delete(entry);
    if (entry.key !== undefined) keys.delete(entry.key);
    if (load.waiting + load.running === 0) this.tenants.delete(entry.tenantId);
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
    for (const load of this.loadsOf(entry)) load.countWaiting(entry, 1);
    if (entry.key !== undefined) keys.add(entry.key);
    entries[priorityOf(entry)].add(entry);
    this.turns[priorityOf(entry)].join(entry.tenantId);
  }

  private takeOf(priority: Priority, accepts: (entry: E) => boolean): E | undefined {
    if (!this.load.hasPlace(this.bounds, 'total', priority)) return undefined;
    const turns = this.turns[priority];
    for (const tenantId of turns.inOrder()) {
      const tenant = this.tenants.get(tenantId);
      const waits = tenant?.entries[priority];
      if (!tenant || !waits || waits.size === 0) {
        turns.leave(tenantId);
        continue;
      }
      const entry = this.mayStart(tenant.load, priority) ? waits.take(accepts) : undefined;
      if (!entry) continue;
      turns.served(tenantId);
      this.next = otherThan(priority);
      this.states.set(entry, 'running');
      for (const load of this.loadsOf(entry)) load.countWaiting(entry, -1);
      for (const load of this.loadsOf(entry)) load.countRunning(entry, 1);
      return entry;
    }
    return undefined;
  }

  private mayStart(tenant: Load, priority: Priority): boolean {
    if (!tenant.hasPlace(this.bounds, 'perTenant', priority)) return false;
    return tenant.running === 0 || this.load.hasMoreThanSpare(this.bounds, priority);
  }

  private makeRoom(entry: E): readonly E[] {
    const displaced: E[] = [];
    const displace = (victim: E | undefined, scope: QueueFull['scope']) => {
      if (!victim) {
        for (const each of displaced.toReversed()) this.insert(each);
        throw new QueueFull(scope);
      }
      this.remove(victim);
      displaced.push(victim);
    };
    const own = this.tenants.get(entry.tenantId);
    const load = own?.load ?? new Load();
    while (!load.hasRoom(this.bounds, 'perTenant', entry))
      displace(own?.entries[priorityOf(entry)].lastOfLargerThan(entry), 'tenant');
    while (!this.load.hasRoom(this.bounds, 'total', entry)) displace(this.victimOf(entry, load), 'all');
    return displaced;
  }

  /** The newest entry of the tenant with the most, if that is more than the tenant of `entry` would have with it. */
  private victimOf({ bytes = 0 }: E, own: Load): E | undefined {
    const isFull = this.load.waiting >= this.bounds.waiting.total;
    const measured = (load: Load) => (isFull ? load.waiting : load.bytes);
    let most = measured(own) + (isFull ? 1 : bytes);
    let largest: Tenant<E> | undefined;
    for (const tenant of this.tenants.values()) {
      if (measured(tenant.load) <= most) continue;
      largest = tenant;
      most = measured(tenant.load);
    }
    return largest?.entries.background.last() ?? largest?.entries.interactive.last();
  }

  private loadsOf(entry: E): readonly Load[] {
    return [this.load, this.tenantOf(entry).load];
  }

  private tenantOf({ tenantId }: E): Tenant<E> {
    const known = this.tenants.get(tenantId);
    if (known) return known;
    const entries = { interactive: new WaitingEntries<E>(), background: new WaitingEntries<E>() };
    const tenant: Tenant<E> = { load: new Load(), entries, keys: new Set() };
    this.tenants.set(tenantId, tenant);
    return tenant;
  }
}
