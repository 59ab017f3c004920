import { rejections } from '../../catalogue/errors/rejections.js';
import { Rejection } from '../../kernel/rejection.js';
import {
  type AnswerOperator,
  type OperatorCall,
  type OperatorCalls,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../ports/process/operator-calls.js';

/** The commands of the operator that modules run inside the service. */
export class OperatorCommands {
  private readonly commands = new Map<string, OperatorCommand>();

  constructor(private readonly calls: OperatorCalls) {}

  register(name: string, command: OperatorCommand): void {
    this.commands.set(name, command);
  }

  listen(): Promise<void> {
    return this.calls.listen(this.answer);
  }

  close(): Promise<void> {
    return this.calls.close();
  }

  readonly answer: AnswerOperator = async function* (
    this: OperatorCommands,
    call: OperatorCall,
    signal: AbortSignal,
  ): AsyncGenerator<OperatorOutput> {
    if (call.command === 'ping') return;
    const command = this.commands.get(call.command);
    if (!command) throw new OperatorRefused(2, `The running service has no command ${call.command}.`);
    try {
      yield* command.run(call, signal);
    } catch (error) {
      throw error instanceof Rejection ? refused(error) : error;
    }
  }.bind(this);
}

/** A wrong value is wrong usage; anything else differs. */
function refused({ code, fieldErrors }: Rejection): OperatorRefused {
  const places = fieldErrors.map((each) => `\n  ${each.path}: ${each.code}`).join('');
  return new OperatorRefused(code === 'errors.validation.failed' ? 2 : 1, `${rejections[code].en}${places}`);
}
