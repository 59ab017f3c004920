import { token } from '../../kernel/token.js';

/** Options and operands of a command by name. */
export type OperatorArgs = Readonly<Record<string, string | number | boolean | undefined>>;

/** A command of the operator for a running service. */
export interface OperatorCall {
  readonly command: string;
  readonly args: OperatorArgs;
}

/** A line of the answer, which is JSON, or how far the command is. */
export type OperatorOutput =
  | { readonly line: unknown }
  | { readonly progress: { readonly what: string; readonly done: number; readonly of?: number } };

/** Ends a command with an exit code: 1 something differs or is not there, 2 wrong usage, 3 unreadable. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused';

  /** `message`: sentences for the operator. */
  constructor(
    readonly exit: 1 | 2 | 3,
    message: string,
  ) {
    super(message);
  }
}

/** The signal aborts when the operator went away. @throws OperatorRefused */
export type AnswerOperator = (call: OperatorCall, signal: AbortSignal) => AsyncIterable<OperatorOutput>;

/** Runs commands of the operator inside the service. A module declares it in its manifest. */
export interface OperatorCommand {
  readonly run: AnswerOperator;
}

/** Commands of the operator that arrive while the service runs. */
export interface OperatorCalls {
  listen(answer: AnswerOperator): Promise<void>;
  close(): Promise<void>;
}

export const OPERATOR_CALLS = token<OperatorCalls>('OperatorCalls');
