import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, type JWK, jwtVerify } from 'jose';
import { Server } from 'socket.io';

/** Bare sockets: each shows a token that is checked, and joins a room. */
const [jwk = ''] = process.argv.slice(2);
const key = await importJWK(JSON.parse(jwk) as JWK, 'ES256');
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });

io.use((socket, next) => {
  const checks = { audience: 'tidings', typ: 'at+jwt', algorithms: ['ES256'] };
  jwtVerify(String(socket.handshake.auth.token), key, checks).then(
    () => next(),
    () => next(new Error('refused')),
  );
});

io.on('connection', (socket) => {
  socket.on('SUBSCRIBE', (_: unknown, done: (answer: object) => void) => {
    void socket.join('conversations');
    done({});
  });
});

http.listen(0, '127.0.0.1', () => {
  process.stderr.write(`listens at http://127.0.0.1:${(http.address() as AddressInfo).port}\n`);
});
