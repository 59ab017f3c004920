import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { type Instant, MINUTE, plus } from '../../kernel/instant.js';
import { Rejection } from '../../kernel/rejection.js';
import { AUTHENTICATOR, type Authenticator } from '../../ports/identity/authenticator.js';
import { CLOCK, type Clock } from '../../ports/process/clock.js';
import { bufferedBytes } from '../subscriptions/buffered-bytes.js';
import type { Connection } from '../subscriptions/connection.js';
import { EndedAccess } from '../subscriptions/ended-access.js';

const TICK_MS = 500;
/**
 * Number of ticks in which each connection's credential is checked once, so that a connection without access ends
 * within 5 s.
 */
const ROUNDS = 5;
const GRACE_MS = MINUTE;
const MOST_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Checks all connections with one timer: expired tokens, ended access, receivers that cannot keep up. */
@Injectable()
export class ConnectionMonitor {
  private readonly rounds: readonly Set<Connection>[] = Array.from({ length: ROUNDS }, () => new Set<Connection>());
  private round = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EndedAccess) private readonly access: EndedAccess,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  add(connection: Connection): void {
    const least = this.rounds.reduce((least, each) => (each.size < least.size ? each : least));
    least.add(connection);
    this.access.follow(connection);
    // A client may have left since it signed in.
    if (!connection.seesWhole) void this.ask(connection, new Map());
  }

  remove(connection: Connection): void {
    for (const round of this.rounds) if (round.delete(connection)) return;
  }

  private tick(): void {
    const now = this.clock.now();
    for (const round of this.rounds) for (const connection of round) this.look(connection, now);
    this.round = (this.round + 1) % ROUNDS;
    const known = new Map<string, Promise<Caller>>();
    for (const connection of this.rounds[this.round] ?? []) void this.ask(connection, known);
  }

  private look(connection: Connection, now: Instant): void {
    const { endedAt, caller, socket } = connection;
    if (bufferedBytes(socket.conn) > MOST_BUFFERED_BYTES) connection.drop();
    else if (endedAt !== undefined && plus(endedAt, GRACE_MS) <= now) socket.disconnect(true);
    else if (endedAt === undefined && caller.expiresAt !== undefined && caller.expiresAt <= now)
      this.expire(connection);
  }

  /** The connection stays open for a while, so that the client can send a new token. */
  private expire(connection: Connection): void {
    connection.endedAt = this.clock.now();
    this.access.end(connection, new Rejection('errors.token.expired'));
  }

  private async ask(connection: Connection, known: Map<string, Promise<Caller>>): Promise<void> {
    if (connection.endedAt) return;
    const { credentials } = connection;
    const key = JSON.stringify(credentials);
    const checked = known.get(key) ?? (async () => this.authenticator.authenticate(credentials))();
    known.set(key, checked);
    try {
      const caller = await checked;
      if (connection.credentials === credentials) connection.caller = caller;
    } catch (error) {
      if (!(error instanceof Rejection) || connection.credentials !== credentials) return;
      if (error.code === 'errors.token.expired') this.expire(connection);
      const isEnded = error.code === 'errors.unauthenticated' || error.code === 'errors.tenant.suspended';
      if (isEnded) this.access.revoke(connection, error);
    }
  }
}
