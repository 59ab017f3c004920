import type { Connection } from './connection.js';

/** Queues that take turns: a queue goes behind the others once one of its items was taken. */
class TurnQueues<Key, Item> {
  private readonly queues = new Map<Key, Item[]>();

  /** Number of queues with items. */
  get size(): number {
    return this.queues.size;
  }

  has(key: Key): boolean {
    return this.queues.has(key);
  }

  /** Number of items in the queue. */
  lengthOf(key: Key): number {
    return this.queues.get(key)?.length ?? 0;
  }

  /** In the order of their turns. */
  keys(): MapIterator<Key> {
    return this.queues.keys();
  }

  add(key: Key, item: Item): void {
    const queue = this.queues.get(key);
    if (queue) queue.push(item);
    else this.queues.set(key, [item]);
  }

  /** The first item of the queue. */
  take(key: Key): Item | undefined {
    const queue = this.queues.get(key);
    const item = queue?.shift();
    this.queues.delete(key);
    if (queue && queue.length > 0) this.queues.set(key, queue);
    return item;
  }
}

/**
 * Connections that go on in a later turn of the event loop. Tenants take turns, however many connections they have, and
 * so do the networks of clients whose tenant is not known. Connections of tenants, new ones and others alternate, so that
 * many of one kind delay no other.
 */
export class WaitingConnections {
  private readonly all = new Set<Connection>();
  private readonly ofTenants = new TurnQueues<string, Connection>();
  /** New connections whose tenant is not known. */
  private readonly ofNew = new TurnQueues<string, Connection>();
  private readonly ofUnknown = new TurnQueues<string, Connection>();
  /** In the order of their turns. */
  private readonly kinds = [this.ofNew, this.ofTenants, this.ofUnknown];

  get size(): number {
    return this.all.size;
  }

  add(connection: Connection): void {
    if (this.all.has(connection)) return;
    this.all.add(connection);
    const { isNew, tenantId, network } = connection;
    if (tenantId !== undefined) this.ofTenants.add(tenantId, connection);
    else (isNew ? this.ofNew : this.ofUnknown).add(network, connection);
  }

  /** The next connection of the queue that waits longest for its turn. */
  take(): Connection | undefined {
    const kind = this.kinds.find((each) => each.size > 0);
    if (!kind) return undefined;
    this.kinds.splice(this.kinds.indexOf(kind), 1);
    this.kinds.push(kind);
    return this.takeOf(kind);
  }

  private takeOf(kind: typeof this.ofNew): Connection | undefined {
    const [first] = kind.keys();
    const connection = first === undefined ? undefined : kind.take(first);
    if (connection) this.all.delete(connection);
    return connection;
  }
}
