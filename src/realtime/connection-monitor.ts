import { Inject, Injectable } from '@nestjs/common';
import { AUTHENTICATOR, type Authenticator, type Caller } from '../http/pipeline/caller.js';
import { type Instant, MINUTE, plus } from '../kernel/instant.js';
import { Rejection } from '../kernel/rejection.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { bufferedBytes } from './buffered-bytes.js';
import type { Line } from './connection.js';
import { Refusals } from './error-frames.js';

const TICK_MS = 500;
/** Each line's credential is asked about once in so many ticks, so that who is no longer there is gone within 5 s. */
const ROUNDS = 5;
const GRACE_MS = MINUTE;
const MOST_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Looks after all lines with one clock: expired tokens, ended access, receivers that can't keep up. */
@Injectable()
export class Watch {
  private readonly rounds: readonly Set<Line>[] = Array.from({ length: ROUNDS }, () => new Set<Line>());
  private round = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Refusals) private readonly refusals: Refusals,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  add(line: Line): void {
    const least = this.rounds.reduce((least, each) => (each.size < least.size ? each : least));
    least.add(line);
  }

  remove(line: Line): void {
    for (const round of this.rounds) if (round.delete(line)) return;
  }

  private tick(): void {
    const now = this.clock.now();
    for (const round of this.rounds) for (const line of round) this.look(line, now);
    this.round = (this.round + 1) % ROUNDS;
    const known = new Map<string, Promise<Caller>>();
    for (const line of this.rounds[this.round] ?? []) void this.ask(line, known);
  }

  private look(line: Line, now: Instant): void {
    const { endedAt, caller, socket } = line;
    if (bufferedBytes(socket.conn) > MOST_BUFFERED_BYTES) line.drop();
    else if (endedAt !== undefined && plus(endedAt, GRACE_MS) <= now) socket.disconnect(true);
    else if (endedAt === undefined && caller.expiresAt !== undefined && caller.expiresAt <= now) this.expire(line);
  }

  /** The line itself stays for a while, so that a new token can be brought. */
  private expire(line: Line): void {
    line.endedAt = this.clock.now();
    this.end(line, new Rejection('errors.token.expired'));
  }

  private async ask(line: Line, known: Map<string, Promise<Caller>>): Promise<void> {
    if (line.endedAt) return;
    const { credentials } = line;
    const key = JSON.stringify(credentials);
    const asked = known.get(key) ?? (async () => this.authenticator.authenticate(credentials))();
    known.set(key, asked);
    try {
      const caller = await asked;
      if (line.credentials === credentials) line.caller = caller;
    } catch (error) {
      if (!(error instanceof Rejection) || line.credentials !== credentials) return;
      if (error.code === 'errors.token.expired') this.expire(line);
      if (error.code === 'errors.unauthenticated') this.revoke(line, error);
    }
  }

  private revoke(line: Line, error: Rejection): void {
    this.end(line, error);
    line.socket.disconnect(true);
  }

  private end(line: Line, error: Rejection): void {
    const addresses = [...line.subscriptions.keys()];
    for (const address of addresses) line.unlisten(address);
    line.socket.emit('ERROR', { type: 'ERROR', ...this.refusals.body(error, line.language), addresses });
  }
}
