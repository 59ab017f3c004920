import type { CommandBus } from '@nestjs/cqrs';
import type { Command, CommandClass } from '../../kernel/command.js';
import type { CommandGateway } from './command-gateway.js';
import type { Outcome } from './command-runner.js';

/** Sends commands over the bus, which tells them by class. */
export class BusGateway implements CommandGateway {
  private readonly classes: ReadonlyMap<string, CommandClass>;

  constructor(
    private readonly bus: CommandBus,
    classes: readonly CommandClass[],
  ) {
    this.classes = new Map(classes.map((each) => [each.type, each]));
  }

  send<S = unknown>(command: Command): Promise<Outcome<S>> {
    const Class = this.classes.get(command.type);
    if (!Class) throw new Error(`No decider decides the command ${command.type}.`);
    const { target, data, meta } = command;
    return this.bus.execute(command instanceof Class ? command : new Class(target, data as never, meta));
  }
}
