import { TurnQueues } from '../../kernel/turn-queues.js';
import type { Connection } from './connection.js';

/**
 * Connections that go on in a later turn of the event loop. Tenants take turns, however many connections they have. A
 * connection whose tenant is not known has turns of its own.
 */
export class WaitingConnections {
  private readonly all = new Set<Connection>();
  private readonly queues = new TurnQueues<string | Connection, Connection>();

  get size(): number {
    return this.all.size;
  }

  add(connection: Connection): void {
    if (this.all.has(connection)) return;
    this.all.add(connection);
    this.queues.add(connection.tenantId ?? connection, connection);
  }

  /** The next connection of the queue that waits longest for its turn. */
  take(): Connection | undefined {
    const [first] = this.queues.keys();
    const connection = first === undefined ? undefined : this.queues.take(first);
    if (connection) this.all.delete(connection);
    return connection;
  }
}
