import type { Duplex } from 'node:stream';
import { clientNetwork } from './client-network.js';
import { type IdleBounds, type IdleConnection, IdleConnections } from './idle-connections.js';
import type { PacedServer } from './paced-server.js';
import type { PacedSocket } from './paced-socket.js';

class Connection implements IdleConnection {
  /** The tenant of the last request, or of the socket. A proxy may send requests of several over one connection. */
  tenantId: string | undefined;
  readonly network: string;

  constructor(private readonly socket: PacedSocket) {
    this.network = clientNetwork(socket.remoteAddress ?? '');
  }

  get hasInput(): boolean {
    return this.socket.hasInput;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Knows the tenant of each connection of a server, and bounds the connections that wait for their client. */
export class Connections {
  private readonly all = new WeakMap<Duplex, Connection>();
  private readonly idle: IdleConnections;

  constructor(idle: IdleBounds) {
    this.idle = new IdleConnections(idle);
  }

  /** Connections that were closed for further ones. */
  get closedIdle(): number {
    return this.idle.closed;
  }

  /** A request or a socket of the tenant was authenticated on the connection. */
  assign(socket: Duplex, tenantId: string): void {
    const connection = this.all.get(socket);
    if (connection) connection.tenantId = tenantId;
  }

  /** Called before the server listens. */
  watch(server: PacedServer): void {
    server.on('connection', (socket) => this.opened(socket as unknown as PacedSocket));
  }

  private opened(socket: PacedSocket): void {
    const connection = new Connection(socket);
    this.all.set(socket, connection);
    this.idle.note(connection);
    socket.on('active', () => {
      if (this.idle.has(connection)) this.idle.note(connection);
    });
    socket.on('busy', () => this.idle.delete(connection));
    socket.on('waiting', () => this.idle.note(connection));
    socket.once('close', () => this.idle.delete(connection));
  }
}
