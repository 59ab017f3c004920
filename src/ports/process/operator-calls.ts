import { token } from '../../kernel/token.js';

/** A command of the operator for a running service. */
export interface OperatorCall {
  readonly command: string;
  readonly tenant: string;
}

export interface OperatorAnswer {
  readonly ok: boolean;
  /** A sentence for the operator. */
  readonly message: string;
}

export type AnswerOperator = (call: OperatorCall) => Promise<OperatorAnswer>;

/** Commands of the operator that arrive while the service runs. */
export interface OperatorCalls {
  listen(answer: AnswerOperator): Promise<void>;
  close(): Promise<void>;
}

export const OPERATOR_CALLS = token<OperatorCalls>('OperatorCalls');
