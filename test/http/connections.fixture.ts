import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { vi } from 'vitest';
import { systemClock } from '../../src/adapters/system/clock.js';
import { Connections } from '../../src/http/connections/connections.js';
import { TurnLength } from '../../src/kernel/turn-length.js';

const open: { close(): void }[] = [];

/** Each file that uses this calls it after each of its tests. */
export function leave(): void {
  vi.useRealTimers();
  for (const each of open.splice(0)) each.close();
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose connections are bounded, listening. */
export async function serve(
  handler: Handler,
  clock: { monotonic(): number } = systemClock,
  mostIdle = 10,
): Promise<Server> {
  const server = createServer(handler);
  new Connections(clock, mostIdle, new TurnLength(clock)).take(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => void server.close().closeAllConnections() });
  return server;
}

export async function client(server: Server): Promise<Socket & { answers: () => string }> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  open.push({ close: () => socket.destroy() });
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return Object.assign(socket, { answers: () => answers });
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
export const answered = (text: string) => [...text.matchAll(/<(\/\d+)>/g)].map(([, path]) => path);
