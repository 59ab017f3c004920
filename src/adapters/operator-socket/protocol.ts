import type { Socket } from 'node:net';
import type { OperatorOutput } from '../../ports/process/operator-calls.js';

/** Characters of a call. */
export const LONGEST_CALL = 65_536;
/** Characters of a line of an answer. */
export const LONGEST_LINE = 8_388_608;
/** The service says that it still works, so that a longer silence means that it is gone. */
export const WORKS_EVERY_MS = 4_000;

/** One line of JSON each. The end is the last. */
export type AnswerLine =
  | OperatorOutput
  | { readonly works: true }
  | { readonly end: { readonly exit: 0 | 1 | 2 | 3; readonly message?: string } };

/** Lines as they arrive; the sender waits for a slow reader. @throws Error where one is longer */
export async function* linesOf(socket: Socket, longest: number): AsyncGenerator<string> {
  socket.setEncoding('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield [...parts, chunk.slice(from, end)].join('');
      [parts, length, from] = [[], 0, end + 1];
    }
    length += chunk.length - from;
    if (length > longest) throw new Error('The line is too long.');
    parts.push(chunk.slice(from));
  }
}
