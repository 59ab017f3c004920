import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../engine/commands/command-gateway.js';
import type { Outcome } from '../../engine/commands/command-runner.js';
import { EventLog } from '../../engine/log/event-log.js';
import { eventsOfCommand } from '../../engine/log/events-of-command.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import type { Command, CommandMeta } from '../../kernel/command.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { Rejection, reject } from '../../kernel/rejection.js';
import type { RequestContext } from './request-context.js';

/** Attempts to change a state that others change at the same time. */
const CHANGE_ATTEMPTS = 24;

/** Sends the commands of a request, and waits for the read model where the answer is read from it. */
@Injectable()
export class Commands {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly gateway: CommandGateway,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(EventLog) private readonly log: EventLog,
  ) {}

  /** Durable when the promise resolves; reads may lag behind. */
  async send<S = unknown>(ctx: RequestContext, command: Command): Promise<Outcome<S>> {
    const outcome = await this.gateway.execute<S>(command);
    ctx.reached(outcome.position);
    return outcome;
  }

  /** Durable, and in the read model unless that lags. */
  async sendAndWait<S = unknown>(ctx: RequestContext, command: Command): Promise<Outcome<S>> {
    const outcome = await this.send<S>(ctx, command);
    await this.settle(ctx);
    return outcome;
  }

  /** Events that a keyed request appended to the stream before it broke off. The answer has their position. */
  async earlier(ctx: RequestContext, stream: string, meta: CommandMeta): Promise<readonly Recorded[]> {
    if (meta.since === undefined) return [];
    const events = (await eventsOfCommand(this.log, stream, meta)) ?? [];
    for (const event of events) ctx.reached(event.meta.position);
    return events;
  }

  /**
   * Makes a change that rests on a state that was read before. It is made again where the state changed meanwhile,
   * unless the request names revisions in `If-Match`.
   * @throws Rejection 503 where the state changes each time
   */
  async onLatest<T>(ctx: RequestContext, change: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await change();
      } catch (error) {
        const isStale = error instanceof Rejection && error.code === 'errors.precondition.failed';
        if (!isStale || Array.isArray(ctx.ifMatch)) throw error;
        if (attempt === CHANGE_ATTEMPTS) reject('errors.store.unavailable', { retry_after: 1 });
        await this.waitForReadModel(await this.log.head());
      }
    }
  }

  /** Waits until reads show what the request wrote. After two seconds the answer says that they lag. */
  async settle(ctx: RequestContext): Promise<void> {
    const patience = ctx.isLagging ? 0 : limits.caughtUpMs;
    if (!(await this.caughtUp.reached(ctx.position, patience))) ctx.lags();
  }

  /** Before anything is durable. @throws Rejection 503 when the read models stay behind `position` for two seconds. */
  waitForReadModel(position: Position): Promise<void> {
    return this.caughtUp.mustReach(position);
  }
}
