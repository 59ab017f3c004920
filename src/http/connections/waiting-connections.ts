import type { Connection } from './connection.js';

/**
 * Connections that go on in a later turn of the event loop. Tenants take turns, however many connections they have. A
 * connection whose tenant is not known has turns of its own.
 */
export class WaitingConnections {
  private readonly all = new Set<Connection>();
  private readonly queues = new Map<string | Connection, Connection[]>();

  get size(): number {
    return this.all.size;
  }

  add(connection: Connection): void {
    if (this.all.has(connection)) return;
    this.all.add(connection);
    const owner = connection.tenantId ?? connection;
    const queue = this.queues.get(owner);
    if (queue) queue.push(connection);
    else this.queues.set(owner, [connection]);
  }

  /** The next connection of the queue that waits longest for its turn. */
  take(): Connection | undefined {
    const [first] = this.queues;
    if (!first) return undefined;
    const [owner, queue] = first;
    const connection = queue.shift();
    this.queues.delete(owner);
    if (queue.length > 0) this.queues.set(owner, queue);
    if (connection) this.all.delete(connection);
    return connection;
  }
}
