import { Inject, Injectable } from '@nestjs/common';
import { SOCKET_REQUEST_TYPES, type SocketRequestType } from '../../catalogue/socket-types.js';
import { isSamePrincipal, mayRequest } from '../../kernel/access.js';
import { reject, rejectAt } from '../../kernel/rejection.js';
import { AUTHENTICATOR, type Authenticator } from '../../ports/identity/authenticator.js';
import { CLOCK, type Clock } from '../../ports/process/clock.js';
import type { Connection } from '../subscriptions/connection.js';
import { type Acknowledge, Subscriptions } from '../subscriptions/subscriptions.js';
import { ErrorFrames } from './error-frames.js';
import { AuthenticateDto, isRequest, PingDto, readRequest, SubscribeDto, UnsubscribeDto } from './socket-requests.js';

const MOST_WAITING = 200;

type Answer = (body: Readonly<Record<string, unknown>>) => void;
type Handler = (connection: Connection, payloads: readonly unknown[], acknowledge: Acknowledge) => Promise<void> | void;

/** Requests of subscribers. Every request gets a response, and none ends more than its own connection. */
@Injectable()
export class SocketRequests {
  private readonly handlers: Readonly<Record<SocketRequestType, Handler>> = {
    PING: (connection, payloads, acknowledge) => this.pong(connection, payloads, acknowledge),
    AUTHENTICATE: (connection, payloads, acknowledge) => this.renew(connection, payloads, acknowledge),
    SUBSCRIBE: (connection, payloads, acknowledge) =>
      this.inTurn(connection, () =>
        this.subscriptions.subscribe(connection, readRequest(SubscribeDto, payloads), acknowledge),
      ),
    UNSUBSCRIBE: (connection, payloads, acknowledge) =>
      this.inTurn(connection, async () =>
        this.subscriptions.unsubscribe(connection, readRequest(UnsubscribeDto, payloads), acknowledge),
      ),
  };

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(ErrorFrames) private readonly errorFrames: ErrorFrames,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async take(connection: Connection, type: unknown, given: readonly unknown[]): Promise<void> {
    const answer = typeof given.at(-1) === 'function' ? (given.at(-1) as Answer) : undefined;
    const payloads = answer ? given.slice(0, -1) : given;
    try {
      if (!isRequest(type))
        return rejectAt('type', 'errors.field.choice', { choices: SOCKET_REQUEST_TYPES.join(', ') });
      if (!mayRequest(connection.caller, type)) return reject('errors.forbidden');
      await this.handlers[type](connection, payloads, (more) => answer?.({ ok: true, ...more }));
    } catch (error) {
      const body = this.errorFrames.body(error, connection.language);
      if (answer) answer({ ok: false, error: body });
      else connection.socket.emit('ERROR', { type: 'ERROR', ...body, addresses: [] });
    }
  }

  private pong(connection: Connection, payloads: readonly unknown[], acknowledge: Acknowledge): void {
    if (payloads.length > 0) readRequest(PingDto, payloads);
    const at = this.clock.now();
    connection.socket.emit('PONG', { type: 'PONG', at });
    acknowledge({ at });
  }

  /** Another token of the same subject; subscriptions that have not ended go on. */
  private async renew(connection: Connection, payloads: readonly unknown[], acknowledge: Acknowledge): Promise<void> {
    const { token } = readRequest(AuthenticateDto, payloads);
    const credentials = { authorization: `Bearer ${token}` };
    const caller = await this.authenticator.authenticate(credentials);
    if (!isSamePrincipal(caller, connection.caller)) reject('errors.forbidden');
    connection.caller = caller;
    connection.credentials = credentials;
    connection.endedAt = undefined;
    acknowledge(caller.expiresAt === undefined ? {} : { expires_at: caller.expiresAt });
  }

  /** One after the other, in the order they came. */
  private inTurn(connection: Connection, work: () => Promise<void>): Promise<void> {
    if (connection.waiting >= MOST_WAITING) return reject('errors.rate_limited');
    connection.waiting++;
    const done = (connection.work ?? Promise.resolve()).then(work).finally(() => {
      connection.waiting--;
      if (connection.waiting === 0) connection.work = undefined;
    });
    connection.work = done.catch(() => {});
    return done;
  }
}
