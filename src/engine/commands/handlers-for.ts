import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Command } from '../../kernel/command.js';
import type { DecidedCommands } from '../manifest.js';
import { CommandRunner } from './command-runner.js';

/**
 * The command handlers of a decider, one per command class. All of them would have the same code, so they are made here
 * instead of written by hand. Each returns the Outcome.
 */
export function handlersFor({ decider, commands }: DecidedCommands): readonly Type<ICommandHandler>[] {
  return commands.map((commandClass) => {
    @Injectable()
    @CommandHandler(commandClass as never)
    class Decided {
      constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}
      execute(command: Command) {
        return this.runner.run(decider, command);
      }
    }
    return Decided as Type<ICommandHandler>;
  });
}
