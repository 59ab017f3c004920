import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AT_ONCE, type Attack } from '../attack.js';

const READ_BYTES = 65_536;
const upgrade = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: a',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
];
/** An answer to a heartbeat that nobody sent, masked with zeros (RFC 6455). */
const PONG = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x33]);

const head = (...lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
const repeated = (piece: Buffer) => Buffer.alloc(Math.ceil(READ_BYTES / piece.length) * piece.length, piece);

/** Connections without a credential, each of which sends `first` and then `rest` without end; one that ends is followed by the next. */
const endless =
  (first: (n: number) => Buffer, rest: Buffer): Attack =>
  async ({ service }) => {
    const { hostname, port } = new URL(service.url);
    return async (goesOn) => {
      const sockets = new Set<ReturnType<typeof connect>>();
      for (let n = 0; goesOn(); await sleep(10)) {
        while (sockets.size < AT_ONCE) {
          const socket = connect(Number(port), hostname);
          const send = () => {
            while (socket.writable && socket.write(rest));
          };
          socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
          socket.on('drain', send).resume();
          sockets.add(socket);
          socket.write(first(n++));
          send();
        }
      }
      for (const socket of sockets) socket.destroy();
    };
  };

/** Requests behind one another, as fast as the connection takes them. */
export const pipelinedRequests = endless(() => Buffer.alloc(0), repeated(head('GET /nothing HTTP/1.1', 'Host: a')));

/** Bodies in chunks of one byte. */
export const tinyChunks = endless(
  (n) =>
    head(
      `POST /api/v1/${n % 2 === 0 ? 'signup' : 'conversations'} HTTP/1.1`,
      'Host: a',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      `X-Forwarded-For: 10.1.${(n >> 8) & 255}.${n & 255}`,
    ),
  repeated(Buffer.from('1\r\n \r\n')),
);

/** Bodies without an end behind requests that are refused. */
export const endlessBodies = endless(
  () => head('POST /api/v1/conversations HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked'),
  Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(READ_BYTES), Buffer.from('\r\n')]),
);

/** Frames of one byte on sockets that nobody signed in on. */
export const tinyFrames = endless(() => head(...upgrade), repeated(PONG));

const IDLE = 6_000;
const NEW = 200;
const OPENED_AT_ONCE = 50;
const HALF_A_REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nX: ';
/** A client address has as many connections as it has ports. */
const localAddress = (n: number) => `127.0.${1 + ((n >> 8) & 15)}.${1 + (n & 127)}`;

/** Opens up to `most` connections; those that end are followed by others. */
const opened =
  (most: number, first: (n: number) => string | undefined): Attack =>
  async ({ service }) => {
    const { hostname, port } = new URL(service.url);
    return async (goesOn) => {
      const sockets = new Set<ReturnType<typeof connect>>();
      for (let n = 0; goesOn(); await sleep(10)) {
        const few = Math.min(OPENED_AT_ONCE, most - sockets.size);
        for (let i = 0; i < few; i++, n++) {
          const socket = connect({ port: Number(port), host: hostname, localAddress: localAddress(n) });
          socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
          socket.resume();
          const text = first(n);
          if (text) socket.write(text);
          sockets.add(socket);
        }
      }
      for (const socket of sockets) socket.destroy();
    };
  };

/** Thousands of connections that send half a request, or nothing. */
export const idleConnections = opened(IDLE, (n) => (n % 2 === 0 ? HALF_A_REQUEST : undefined));

/** Connections that send a request and end with its answer. */
export const newConnections = opened(NEW, () => 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
