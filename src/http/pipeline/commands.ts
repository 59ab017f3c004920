import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import type { Outcome } from '../../engine/commands/command-runner.js';
import type { Command } from '../../kernel/command.js';
import type { Position } from '../../kernel/event.js';
import { limits } from '../../catalogue/limits/limits.js';
import { reject } from '../../kernel/rejection.js';
import type { Exchange } from './request-context.js';

/** How a controller has something done: through the command bus, and known to the read model before it is answered. */
@Injectable()
export class Writes {
  constructor(
    @Inject(CommandBus) private readonly bus: CommandBus,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /** Durable when the promise is kept; what reads say may lag behind. */
  async ask<S = unknown>(here: Exchange, command: Command): Promise<Outcome<S>> {
    const outcome = await this.bus.execute<Command, Outcome<S>>(command);
    here.reached(outcome.position);
    return outcome;
  }

  /** Durable, and in the read model. */
  async done<S = unknown>(here: Exchange, command: Command): Promise<Outcome<S>> {
    const outcome = await this.ask<S>(here, command);
    await this.readable(outcome.position);
    return outcome;
  }

  /** @throws Rejection 503 when the read models stay behind `position` for two seconds. */
  async readable(position: Position, ms: number = limits.caughtUpMs): Promise<void> {
    if (!(await this.caughtUp.reached(position, ms))) reject('errors.position.not_reached');
  }
}
