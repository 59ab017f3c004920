import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Command, CommandClass } from '../../kernel/command.js';
import type { Decider } from '../../kernel/decider.js';
import type { Event } from '../../kernel/event.js';
import { CommandRunner } from './command-runner.js';

/**
 * The command handlers of a decider, one per command class. They would all read the same, so they are made here
 * instead of written by hand. Each answers the Outcome.
 */
export function handlersFor<C extends Command, S, E extends Event>(
  decider: Decider<C, S, E>,
  commands: readonly CommandClass<C>[],
): readonly Type<ICommandHandler>[] {
  return commands.map((command) => {
    @Injectable()
    @CommandHandler(command as never)
    class Decided {
      constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}
      execute(asked: C) {
        return this.runner.run(decider, asked);
      }
    }
    return Decided as Type<ICommandHandler>;
  });
}
