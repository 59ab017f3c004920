import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PacedServer } from '../../../src/http/server/paced-server.js';

/** Answers with what it got, at once or later, whole or in pieces, with or without the body. */
const answer: RequestListener = (request, response) => {
  const { url = '' } = request;
  const path = url.split('?')[0] ?? '';
  if (path === '/early' || path === '/close') {
    if (path === '/close') response.setHeader('Connection', 'close');
    response.end('early');
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1');
    if (path.includes('later')) setTimeout(() => send(path, request, response, body), 1);
    else send(path, request, response, body);
  });
};

function send(path: string, request: IncomingMessage, response: ServerResponse, body: string): void {
  const { method, url, httpVersion, rawHeaders, rawTrailers } = request;
  response.setHeader(
    'Got',
    Buffer.from(JSON.stringify([method, url, httpVersion, rawHeaders, rawTrailers])).toString('base64'),
  );
  if (path === '/empty') response.writeHead(204).end();
  else if (path === '/stream') response.write('a', () => response.write(body || 'b', () => response.end('c')));
  else if (path.includes('pieces')) response.write('pieces:', () => response.end(body));
  else response.end(body);
}

const OPTIONS: ServerOptions = { keepAliveTimeout: 60_000, shouldUpgradeCallback: () => false };

export interface Judged {
  readonly port: number;
  /** Answers that are sent whole to the client with this port. */
  answered(port: number): number;
  /** Another client may get the port. */
  forget(port: number): void;
  close(): void;
}

/** A plain or a paced server, listening. A request that cannot be read is answered with its error code. */
export async function judged(kind: 'plain' | 'paced'): Promise<Judged> {
  const server: Server = kind === 'plain' ? createServer(OPTIONS, answer) : new PacedServer(OPTIONS, answer);
  /** Connections by the port of the client, and the answers of each. */
  const connections = new Map<number, object>();
  const answers = new WeakMap<object, number>();
  server.on('connection', (socket: Socket) => connections.set(socket.remotePort ?? 0, socket));
  server.prependListener('request', ({ socket }, response) => {
    response.once('close', () => answers.set(socket, (answers.get(socket) ?? 0) + 1));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable) socket.end(`HTTP/1.1 400 ${error.code}\r\n\r\n`);
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 405 CONNECT\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    answered: (port) => answers.get(connections.get(port) ?? server) ?? 0,
    forget: (port) => void connections.delete(port),
    close: () => void server.close().closeAllConnections(),
  };
}
