import { Inject, Injectable } from '@nestjs/common';
import { AUTHENTICATOR, type Authenticator } from '../http/pipeline/caller.js';
import { reject, rejectAt } from '../kernel/rejection.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import type { Line } from './connection.js';
import { REQUESTS, type Request } from '../public-events/frame.js';
import { Refusals } from './error-frames.js';
import { AuthenticateDto, isRequest, PingDto, readRequest, SubscribeDto, UnsubscribeDto } from './socket-requests.js';
import { type Acknowledge, Subscriptions } from './subscriptions.js';

const MOST_WAITING = 200;

type Answer = (body: Readonly<Record<string, unknown>>) => void;
type Handler = (line: Line, payloads: readonly unknown[], acknowledge: Acknowledge) => Promise<void> | void;

/** What subscribers ask. Whatever they send is answered, and nothing they send ends more than their own line. */
@Injectable()
export class Requests {
  private readonly handlers: Readonly<Record<Request, Handler>> = {
    PING: (line, payloads, acknowledge) => this.pong(line, payloads, acknowledge),
    AUTHENTICATE: (line, payloads, acknowledge) => this.renew(line, payloads, acknowledge),
    SUBSCRIBE: (line, payloads, acknowledge) =>
      this.inTurn(line, () => this.subscriptions.subscribe(line, readRequest(SubscribeDto, payloads), acknowledge)),
    UNSUBSCRIBE: (line, payloads, acknowledge) =>
      this.inTurn(line, async () =>
        this.subscriptions.unsubscribe(line, readRequest(UnsubscribeDto, payloads), acknowledge),
      ),
  };

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(Refusals) private readonly refusals: Refusals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async take(line: Line, type: unknown, given: readonly unknown[]): Promise<void> {
    const answer = typeof given.at(-1) === 'function' ? (given.at(-1) as Answer) : undefined;
    const payloads = answer ? given.slice(0, -1) : given;
    try {
      if (!isRequest(type)) return rejectAt('type', 'errors.field.choice', { choices: REQUESTS.join(', ') });
      await this.handlers[type](line, payloads, (more) => answer?.({ ok: true, ...more }));
    } catch (error) {
      const body = this.refusals.body(error, line.language);
      if (answer) answer({ ok: false, error: body });
      else line.socket.emit('ERROR', { type: 'ERROR', ...body, addresses: [] });
    }
  }

  private pong(line: Line, payloads: readonly unknown[], acknowledge: Acknowledge): void {
    if (payloads.length > 0) readRequest(PingDto, payloads);
    const at = this.clock.now();
    line.socket.emit('PONG', { type: 'PONG', at });
    acknowledge({ at });
  }

  /** Another token of the same subject; subscriptions that have not ended go on. */
  private async renew(line: Line, payloads: readonly unknown[], acknowledge: Acknowledge): Promise<void> {
    const { token } = readRequest(AuthenticateDto, payloads);
    const credentials = { authorization: `Bearer ${token}` };
    const caller = await this.authenticator.authenticate(credentials);
    const { tenantId, actor } = line.caller;
    if (caller.tenantId !== tenantId || caller.actor !== actor) reject('errors.forbidden');
    line.caller = caller;
    line.credentials = credentials;
    line.endedAt = undefined;
    acknowledge(caller.expiresAt === undefined ? {} : { expires_at: caller.expiresAt });
  }

  /** One after the other, in the order they came. */
  private inTurn(line: Line, work: () => Promise<void>): Promise<void> {
    if (line.waiting >= MOST_WAITING) return reject('errors.rate_limited');
    line.waiting++;
    const done = (line.work ?? Promise.resolve()).then(work).finally(() => {
      line.waiting--;
      if (line.waiting === 0) line.work = undefined;
    });
    line.work = done.catch(() => {});
    return done;
  }
}
