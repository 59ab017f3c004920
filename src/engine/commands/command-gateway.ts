import type { Command } from '../../kernel/command.js';
import { type Token, token } from '../../kernel/token.js';
import type { Outcome } from './command-runner.js';

/** The one way from a caller to the log: every change of a stream is a command sent here. The command bus is one. */
export interface CommandGateway {
  /**
   * Resolves when the events are durable. A command is an instance of its class.
   * @throws Rejection, StoreUnavailable
   */
  execute<S = unknown>(command: Command): Promise<Outcome<S>>;
}

export const COMMAND_GATEWAY: Token<CommandGateway> = token('CommandGateway');
