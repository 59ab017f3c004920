import { deciders } from '../../../src/composition/registry.js';
import type { CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import type { CommandRunner, Outcome } from '../../../src/engine/commands/command-runner.js';
import type { DecidedCommands } from '../../../src/engine/manifest.js';
import type { Command } from '../../../src/kernel/command.js';

/** Sends commands to the runner without the frame's bus, for tests of parts that stand alone. */
export function directGateway(runner: CommandRunner, known: readonly DecidedCommands[] = deciders): CommandGateway {
  const byType = new Map(
    known.flatMap(({ decider, commands }) => commands.map(({ type }) => [type, decider] as const)),
  );
  return {
    async execute<S>(command: Command) {
      const decider = byType.get(command.type);
      if (!decider) throw new Error(`No decider decides the command ${command.type}.`);
      return (await runner.run(decider, command)) as Outcome<S>;
    },
  };
}
