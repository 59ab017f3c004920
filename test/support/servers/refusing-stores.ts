import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { BSON } from 'mongodb';

/** A server that answers, and refuses every credential. */
export interface RefusingStore {
  readonly port: number;
  close(): void;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const [OP_REPLY, OP_QUERY, OP_MSG] = [1, 2_004, 2_013];
const HEADER = 16;

const HELLO = {
  ok: 1,
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  minWireVersion: 0,
  maxWireVersion: 25,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  readOnly: false,
};

function answerOf(command: BSON.Document): BSON.Document {
  const [name = ''] = Object.keys(command);
  if (name === 'hello' || name.toLowerCase() === 'ismaster') return HELLO;
  return name === 'saslStart'
    ? { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' }
    : { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: `Command ${name} requires authentication` };
}

function reply(message: Buffer): Buffer {
  const [id, operation] = [message.readInt32LE(4), message.readInt32LE(12)];
  // Flags, the name of a collection that ends with 0, and two numbers; or flags and the kind of a section.
  const start = operation === OP_QUERY ? message.indexOf(0, HEADER + 4) + 9 : HEADER + 5;
  const size = message.readInt32LE(start);
  const body = BSON.serialize(answerOf(BSON.deserialize(message.subarray(start, start + size))));
  const between = operation === OP_QUERY ? Buffer.alloc(20) : Buffer.alloc(5);
  if (operation === OP_QUERY) between.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + between.length + body.length, 0);
  header.writeInt32LE(id, 8);
  header.writeInt32LE(operation === OP_QUERY ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, between, body]);
}

/** Speaks as much of MongoDB as a client needs to learn that its credentials are refused. */
export async function refusingMongo(): Promise<RefusingStore> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length >= HEADER && waiting.length >= waiting.readInt32LE(0)) {
        const length = waiting.readInt32LE(0);
        socket.write(reply(waiting.subarray(0, length)));
        waiting = waiting.subarray(length);
      }
    });
  });
  const port = await listening(server);
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const [UNIMPLEMENTED, UNAUTHENTICATED] = [12, 16];

/** Refuses the credentials of each call of gRPC. It does not tell its version. */
export async function refusingEventStore(): Promise<RefusingStore> {
  const server = createHttp2Server();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const status = headers[':path']?.includes('ServerFeatures') ? UNIMPLEMENTED : UNAUTHENTICATED;
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status, 'grpc-message': 'Denied' },
      { endStream: true },
    );
  });
  const port = await listening(server);
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
