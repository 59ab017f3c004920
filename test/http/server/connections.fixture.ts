import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { vi } from 'vitest';
import { Connections } from '../../../src/http/server/connections.js';
import { PacedServer } from '../../../src/http/server/paced-server.js';

const open: { close(): void }[] = [];

/** Each file that uses this calls it after each of its tests. */
export function leave(): void {
  vi.useRealTimers();
  for (const each of open.splice(0)) each.close();
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose connections are paced and bounded, listening. A header `Tenant` that is not empty names their tenant. */
export async function serve(handler: Handler, mostIdle = 10): Promise<Server> {
  const connections = new Connections({ ofTenants: mostIdle, unknown: mostIdle });
  const server = new PacedServer({}, (request, response) => {
    const { tenant } = request.headers;
    if (typeof tenant === 'string' && tenant !== '') connections.assign(request.socket, tenant);
    handler(request, response);
  });
  connections.watch(server);
  return listening(server);
}

export async function listening<T extends Server>(server: T): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => void server.close().closeAllConnections() });
  return server;
}

/** @param localAddress another one of 127.0.0.0/8 is another client, on Linux alone */
export async function client(server: Server, localAddress = '127.0.0.1'): Promise<Socket & { answers: () => string }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
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
export const getOf = (tenant: string, path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nTenant: ${tenant}\r\n\r\n`;
export const answered = (text: string) => [...text.matchAll(/<(\/\d+)>/g)].map(([, path]) => path);
