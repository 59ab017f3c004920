import { OperatorCommands } from '../../../src/engine/operator/operator-commands.js';
import { type OperatorArgs, OperatorRefused } from '../../../src/ports/process/operator-calls.js';
import type { Tidings } from '../api.js';

const PATIENCE_MS = 60_000;

export interface Answered {
  readonly exit: number;
  // biome-ignore lint/suspicious/noExplicitAny: lines of JSON, as the wire has them.
  readonly lines: readonly any[];
  readonly message?: string;
}

/** What a service answers to a command of the operator, without the process of the command. */
export async function askedOperator(
  { app }: Pick<Tidings, 'app'>,
  command: string,
  args: OperatorArgs = {},
): Promise<Answered> {
  const lines: unknown[] = [];
  try {
    for await (const output of app.get(OperatorCommands).answer({ command, args }, AbortSignal.timeout(PATIENCE_MS))) {
      if ('line' in output) lines.push(JSON.parse(JSON.stringify(output.line)));
    }
    return { exit: 0, lines };
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error;
    return { exit: error.exit, lines, message: error.message };
  }
}
