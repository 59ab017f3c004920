import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from '../../ports/process/logger.js';
import type { AnswerOperator, OperatorCall, OperatorCalls } from '../../ports/process/operator-calls.js';
import { askOperator } from './ask-operator.js';
import { readLine } from './read-line.js';

/** Systems take no longer path of a socket. */
const LONGEST_PATH = 100;
const MOST_CONNECTIONS = 8;
const PATIENCE_MS = 10_000;

/** The socket of a data folder; undefined where its path is too long. */
export function operatorSocketOf(dataDir: string): string | undefined {
  const path = join(dataDir, 'operator.sock');
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : undefined;
}

/**
 * A socket in the data folder: only the user of the service may write there. The first of several processes with one
 * folder listens.
 */
export function operatorSocket(dataDir: string, logger: Logger): OperatorCalls {
  let server: Server | undefined;
  return {
    async listen(answer) {
      const path = operatorSocketOf(dataDir);
      try {
        if (path === undefined) throw new Error('The path of the data folder is too long.');
        if (await isAnswered(path)) return;
        await rm(path, { force: true });
        server = await listening(path, answer);
        await chmod(path, 0o600);
      } catch (error) {
        logger.warn({ err: error }, 'Commands of the operator cannot reach this process');
      }
    },
    close: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
  };
}

const isAnswered = (path: string): Promise<boolean> =>
  askOperator(path, { command: 'ping', tenant: '' }).then(
    () => true,
    () => false,
  );

async function listening(path: string, answer: AnswerOperator): Promise<Server> {
  const server = createServer((socket) => void serve(socket, answer));
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return server;
}

async function serve(socket: Socket, answer: AnswerOperator): Promise<void> {
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  try {
    const call = JSON.parse(await readLine(socket)) as OperatorCall;
    socket.end(`${JSON.stringify(await answer(call))}\n`);
  } catch (error) {
    socket.end(`${JSON.stringify({ ok: false, message: (error as Error).message })}\n`);
  }
}
