import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from '../../ports/process/logger.js';
import type { OperatorCalls } from '../../ports/process/operator-calls.js';
import { askOperator, NoAnswer } from './ask-operator.js';
import { serveCall } from './serve-call.js';

/** Systems take no longer path of a socket. */
const LONGEST_PATH = 100;
const MOST_CONNECTIONS = 8;

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
  const sockets = new Set<Socket>();
  return {
    async listen(answer) {
      const path = operatorSocketOf(dataDir);
      try {
        if (path === undefined) throw new Error('The path of the data folder is too long.');
        if (await isAnswered(path)) return;
        await rm(path, { force: true });
        server = await listening(path, (socket) => {
          sockets.add(socket);
          socket.once('close', () => sockets.delete(socket));
          void serveCall(socket, answer, logger);
        });
        await chmod(path, 0o600);
      } catch (error) {
        logger.warn({ err: error }, 'Commands of the operator cannot reach this process');
      }
    },
    async close() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function isAnswered(path: string): Promise<boolean> {
  try {
    for await (const _ of askOperator(path, { command: 'ping', args: {} }));
  } catch (error) {
    return !(error instanceof NoAnswer);
  }
  return true;
}

async function listening(path: string, serve: (socket: Socket) => void): Promise<Server> {
  const server = createServer(serve);
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return server;
}
