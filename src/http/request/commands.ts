import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../engine/commands/command-gateway.js';
import type { Outcome } from '../../engine/commands/command-runner.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import type { Command } from '../../kernel/command.js';
import type { Position } from '../../kernel/event.js';
import type { RequestContext } from './request-context.js';

/** Sends the commands of a request, and waits for the read model where the answer is read from it. */
@Injectable()
export class Commands {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly gateway: CommandGateway,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
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
