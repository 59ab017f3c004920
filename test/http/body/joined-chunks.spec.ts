import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { joinChunks } from '../../../src/http/body/joined-chunks.js';
import { PacedServer } from '../../../src/http/server/paced-server.js';

const CHUNKS = 100_000;

test('a body of a hundred thousand chunks is collected from few, and is the same', async () => {
  const app = fastify({ serverFactory: (handler) => new PacedServer({}, handler) });
  let chunks = 0;
  joinChunks(app);
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', () => {
      chunks++;
    });
    done(null, payload);
  });
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/', ({ body }) => ({ bytes: (body as Buffer).length, isSame: `${body}` === 'x'.repeat(CHUNKS) }));
  await app.ready();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket.write(`${head}${'1\r\nx\r\n'.repeat(CHUNKS)}0\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(`${answer}`).toContain(`{"bytes":${CHUNKS},"isSame":true}`);
  expect(chunks).toBeLessThan(CHUNKS / 100);
  socket.destroy();
  await app.close();
});

test.each([
  ['GET', undefined],
  ['POST', 'a short body'],
] as const)('a %s request with the body %j is left as it is', async (method, payload) => {
  const app = fastify();
  const isSame: boolean[] = [];
  joinChunks(app);
  app.addHook('preParsing', (request, _reply, stream, done) => {
    isSame.push(stream === request.raw);
    done(null, stream);
  });
  app.route({ method, url: '/', handler: () => 'ok' });
  await app.inject({ method, url: '/', ...(payload && { payload, headers: { 'content-type': 'text/plain' } }) });
  expect(isSame).toEqual([true]);
  await app.close();
});
