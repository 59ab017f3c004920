import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { SsrfSafeHttp } from '../../../src/adapters/ssrf-safe-http/ssrf-safe-http.js';
import { OutgoingFailure } from '../../../src/ports/delivery/outbound-http.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

interface Asked {
  readonly to: string | undefined;
  readonly authorization: string | undefined;
}

/** A proxy that connects, or refuses with a status. */
async function aProxy(refusal?: number) {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connect', ({ url, headers }: IncomingMessage, client: Socket) => {
    asked.push({ to: url, authorization: headers['proxy-authorization'] });
    sockets.add(client);
    if (refusal !== undefined) return client.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(url ?? '') ?? [];
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    for (const each of sockets) each.destroy();
    server.close();
  };
  return {
    asked,
    close,
    url: (user = '') => new URL(`http://${user}127.0.0.1:${(server.address() as AddressInfo).port}`),
  };
}

const receiver = await aReceiver();
const proxy = await aProxy();
const refusing = await aProxy(403);
afterAll(async () => {
  proxy.close();
  refusing.close();
  await receiver.close();
});

const through = (url: URL) =>
  new SsrfSafeHttp({ allow: ['127.0.0.0/8'], proxy: url, resolve: async () => ['127.0.0.1'] });
const post = (url: string, more: object = {}) => ({
  method: 'POST' as const,
  url,
  headers: {},
  body: '{}',
  timeoutMs: 5_000,
  maxBytes: 1_000,
  ...more,
});

test('a proxy gets the checked address and its credentials, the receiver gets the name', async () => {
  const http = through(proxy.url('me:s%40fe@'));
  const { status } = await http.send(post(`http://hooks.acme.example:${receiver.port}/hook`));
  expect(status).toBe(204);
  expect(proxy.asked).toEqual([
    { to: `127.0.0.1:${receiver.port}`, authorization: `Basic ${Buffer.from('me:s@fe').toString('base64')}` },
  ]);
  expect(receiver.received.at(-1)?.headers.host).toBe(`hooks.acme.example:${receiver.port}`);
  await http.send(post(`http://hooks.acme.example:${receiver.port}/hook`));
  expect(proxy.asked).toHaveLength(1);
  await http.send(post(receiver.url, { once: true }));
  expect(proxy.asked).toHaveLength(2);
  await http.close();
});

test('an address that is not allowed is not given to the proxy', async () => {
  const http = new SsrfSafeHttp({ proxy: proxy.url(), resolve: async () => ['10.0.0.1'] });
  const before = proxy.asked.length;
  await expect(http.send(post('http://inside.acme.example/'))).rejects.toThrow(OutgoingFailure);
  expect(proxy.asked).toHaveLength(before);
});

test('a proxy that refuses or is away fails the request', async () => {
  await expect(through(refusing.url()).send(post(receiver.url))).rejects.toThrow(OutgoingFailure);
  const nowhere = new URL('http://127.0.0.1:9');
  await expect(through(nowhere).send(post(receiver.url))).rejects.toThrow(OutgoingFailure);
});
