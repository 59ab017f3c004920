import { connect } from 'node:net';
import { type OperatorCall, type OperatorOutput, OperatorRefused } from '../../ports/process/operator-calls.js';
import { type AnswerLine, LONGEST_LINE, linesOf } from './protocol.js';

const PATIENCE_MS = 15_000;

/** No service listens at the path, or it went away before the end. */
export class NoAnswer extends Error {}

/**
 * Sends a command to the service that listens at a path, and gives what it answers as it comes.
 * @throws NoAnswer, OperatorRefused where the command does not end well
 */
export async function* askOperator(path: string, call: OperatorCall): AsyncGenerator<OperatorOutput> {
  const socket = connect(path);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The service does not answer.')));
  try {
    socket.write(`${JSON.stringify(call)}\n`);
    for await (const text of linesOf(socket, LONGEST_LINE)) {
      const line = JSON.parse(text) as AnswerLine;
      if ('end' in line) {
        const { exit, message = '' } = line.end;
        if (exit === 0) return;
        throw new OperatorRefused(exit, message);
      }
      if (!('works' in line)) yield line;
    }
    throw new Error('The connection ended before the answer did.');
  } catch (error) {
    throw error instanceof OperatorRefused ? error : new NoAnswer((error as Error).message, { cause: error });
  } finally {
    socket.destroy();
  }
}
