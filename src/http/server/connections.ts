import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type ConnectionOptions, type Serve } from './connection.js';
import { type IdleBounds, IdleConnections } from './idle-connections.js';
import { WaitingConnections } from './waiting-connections.js';

/** A turn of the event loop that has parsed for so long leaves what arrives to the next. */
const TURN_MS = 10;
/** New connections whose tenant is not known have so much of a turn, however little others have. */
const NEW_MS = 1;
/** A connection that has parsed for so long lets others parse. */
const CONNECTION_MS = 1;
/** After so many times in a row it waits for its turn among all that take so long. */
const SLOW_TIMES = 2;
/** Time between the turns of two of those. */
const SLOW_PACE_MS = 10;

/**
 * Bounds how long a turn of the event loop parses requests. Node parses all that a read brought at once: 64 KiB may be
 * 2,500 pipelined requests, or 11,000 chunks of a body, for each connection.
 */
export class Connections {
  private readonly all = new WeakMap<Socket, Connection>();
  private readonly waiting = new WaitingConnections();
  private readonly slow = new Set<Connection>();
  private readonly slowTimes = new WeakMap<Connection, number>();
  private spentMs = 0;
  private spentNewMs = 0;
  private isTurn = false;
  private isPaced = false;
  private readonly idle: IdleConnections;

  constructor(
    private readonly clock: { monotonic(): number },
    idle: IdleBounds,
  ) {
    this.idle = new IdleConnections(idle);
  }

  /** Connections that were closed for further ones. */
  get closedIdle(): number {
    return this.idle.closed;
  }

  /** A request or a socket of the tenant was authenticated on the connection. */
  assign(socket: Socket, tenantId: string): void {
    const connection = this.all.get(socket);
    if (connection) connection.tenantId = tenantId;
  }

  /**
   * Called before the server listens, and after all that listens to its requests.
   * @param tenantOf the tenant of a request that is not parsed yet, where it is known
   */
  take(server: Server, tenantOf: (request: Buffer) => string | undefined = () => undefined): void {
    const listeners = server.listeners('request') as Serve[];
    const serve: Serve = (request, response) => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      const connection = this.all.get(request.socket);
      if (connection) connection.requested(request, response);
      else serve(request, response);
    });
    server.on('connection', (socket: Socket) => this.accept(socket, { serve, tenantOf }));
    if (server.listenerCount('upgrade') === 0) return;
    server.on('upgrade', ({ socket }: IncomingMessage) => this.all.get(socket)?.upgraded());
  }

  private accept(socket: Socket, options: Pick<ConnectionOptions, 'serve' | 'tenantOf'>): void {
    // Node's parser reads from the system itself unless somebody else listens, too.
    const parse = socket.listeners('data')[0] as ((bytes: Buffer) => void) | undefined;
    if (!parse) return;
    socket.off('data', parse).on('data', parse);
    const ready = (connection: Connection) => this.ready(connection);
    const later = (connection: Connection) => this.later(connection);
    this.all.set(socket, new Connection({ ...options, socket, ready, later, idle: this.idle }));
  }

  private ready(connection: Connection): void {
    if (this.mayAdvance(connection)) this.advance(connection);
    else this.later(connection);
  }

  private mayAdvance(connection: Connection): boolean {
    if (this.isSlow(connection)) return false;
    return this.spentMs < TURN_MS || this.isWithinNew(connection);
  }

  private isWithinNew({ isNew, tenantId }: Connection): boolean {
    return isNew && tenantId === undefined && this.spentNewMs < NEW_MS;
  }

  private later(connection: Connection): void {
    if (connection.mayBegin || !this.isSlow(connection)) {
      this.waiting.add(connection);
      this.beginTurn();
    } else {
      this.slow.add(connection);
      this.paceSlow();
    }
  }

  private isSlow(connection: Connection): boolean {
    return (this.slowTimes.get(connection) ?? 0) >= SLOW_TIMES;
  }

  private advance(connection: Connection): void {
    const began = this.clock.monotonic();
    const parses = !connection.mayBegin;
    const spent = this.isWithinNew(connection) ? 'spentNewMs' : 'spentMs';
    connection.advance(() => this.clock.monotonic() - began < CONNECTION_MS);
    const elapsed = this.clock.monotonic() - began;
    this[spent] += elapsed;
    if (this[spent] >= CONNECTION_MS) this.beginTurn();
    if (parses) this.note(connection, elapsed);
    if (connection.isReady) this.later(connection);
  }

  private note(connection: Connection, elapsedMs: number): void {
    if (!connection.hasBytes) this.slowTimes.delete(connection);
    else if (elapsedMs >= CONNECTION_MS) this.slowTimes.set(connection, (this.slowTimes.get(connection) ?? 0) + 1);
  }

  /** Where little was parsed, it counts for the next turn, too. */
  private beginTurn(): void {
    if (this.isTurn) return;
    this.isTurn = true;
    setImmediate(() => this.endTurn());
  }

  /** Waiting connections get half of the time. Input that arrives next gets the rest. */
  private endTurn(): void {
    this.isTurn = false;
    this.spentMs = 0;
    this.spentNewMs = 0;
    while (this.spentMs < TURN_MS / 2 && this.goOn(this.waiting.take()));
    if (this.waiting.size > 0) this.beginTurn();
  }

  private goOn(connection: Connection | undefined): boolean {
    if (connection?.isReady) this.advance(connection);
    return connection !== undefined;
  }

  private paceSlow(): void {
    if (this.isPaced || this.slow.size === 0) return;
    this.isPaced = true;
    setTimeout(() => {
      this.isPaced = false;
      const [next] = this.slow;
      if (next) this.slow.delete(next);
      if (next?.isReady) this.advance(next);
      this.paceSlow();
    }, SLOW_PACE_MS);
  }
}
