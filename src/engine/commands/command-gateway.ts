import type { Command } from '../../kernel/command.js';
import { type Token, token } from '../../kernel/token.js';
import type { Outcome } from './command-runner.js';

/** The one way from a caller to the log: every change of a stream is a command sent here. */
export interface CommandGateway {
  /**
   * Resolves when the events are durable. A command is known by its `type`; it need not be an instance of its class.
   * @throws Rejection, StoreUnavailable
   */
  send<S = unknown>(command: Command): Promise<Outcome<S>>;
}

export const COMMAND_GATEWAY: Token<CommandGateway> = token('CommandGateway');
