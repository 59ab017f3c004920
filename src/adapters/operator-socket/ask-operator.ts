import { connect } from 'node:net';
import type { OperatorAnswer, OperatorCall } from '../../ports/process/operator-calls.js';
import { readLine } from './read-line.js';

const PATIENCE_MS = 15_000;

/** Sends a command to the service that listens at a path. @throws Error where none does */
export async function askOperator(path: string, call: OperatorCall): Promise<OperatorAnswer> {
  const socket = connect(path);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The service does not answer.')));
  try {
    socket.write(`${JSON.stringify(call)}\n`);
    return JSON.parse(await readLine(socket)) as OperatorAnswer;
  } finally {
    socket.destroy();
  }
}
