import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Logger } from '../../ports/process/logger.js';
import { type AnswerOperator, type OperatorCall, OperatorRefused } from '../../ports/process/operator-calls.js';
import { type AnswerLine, LONGEST_CALL, LONGEST_LINE, linesOf, WORKS_EVERY_MS } from './protocol.js';

const CALL_MS = 10_000;
/** An operator who pauses the output for longer gets no more of it. */
const UNREAD_MS = 600_000;

/** Runs one call. It ends when the operator goes away. */
export async function serveCall(socket: Socket, answer: AnswerOperator, logger: Logger): Promise<void> {
  const gone = new AbortController();
  socket.on('error', () => gone.abort());
  socket.once('close', () => gone.abort());
  socket.setTimeout(CALL_MS, () => socket.destroy());
  const send = async (line: AnswerLine) => {
    const text = JSON.stringify(line);
    if (text.length > LONGEST_LINE) throw new OperatorRefused(3, 'A line of the answer is too long.');
    if (!socket.write(`${text}\n`)) await once(socket, 'drain', { signal: gone.signal });
  };
  const works = setInterval(() => socket.writableLength === 0 && void send({ works: true }), WORKS_EVERY_MS);
  try {
    const call = await callOf(socket);
    // The end of the connection is only seen where the rest is read.
    socket.resume();
    socket.setTimeout(UNREAD_MS);
    for await (const output of answer(call, gone.signal)) await send(output);
    socket.end(`${JSON.stringify({ end: { exit: 0 } } satisfies AnswerLine)}\n`);
  } catch (error) {
    if (gone.signal.aborted) return;
    const { message } = error as Error;
    if (!(error instanceof OperatorRefused)) logger.error({ err: error }, 'A command of the operator failed');
    const exit = error instanceof OperatorRefused ? error.exit : 3;
    socket.end(`${JSON.stringify({ end: { exit, message } } satisfies AnswerLine)}\n`);
  } finally {
    clearInterval(works);
  }
}

async function callOf(socket: Socket): Promise<OperatorCall> {
  for await (const line of linesOf(socket, LONGEST_CALL)) {
    const { command, args } = JSON.parse(line) as Partial<OperatorCall>;
    return { command: String(command), args: args ?? {} };
  }
  throw new OperatorRefused(2, 'No command arrived.');
}
