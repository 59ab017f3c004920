import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MIB = 1024 * 1024;
const LARGE = 64;
const DEEP = 200_000;

type Kind = 'html' | 'large' | 'deep' | 'broken' | 'endless' | 'redirect' | 'without CORS';

export interface HostileServer {
  readonly url: string;
  /** Answer to the next call. */
  answer: Kind;
  bytesOf(kind: 'large' | 'deep'): number;
  close(): Promise<void>;
}

const line = Buffer.from(`"${'a'.repeat(MIB - 3)}",`);
const deep = '['.repeat(DEEP);
const html = JSON.stringify({
  text: '<img src=x onerror="globalThis.attacked = true"><script>globalThis.attacked = true</script>\u202e',
  '</pre>': '</code></pre><h1>',
});

async function stream(response: ServerResponse): Promise<void> {
  for (let i = 0; i < LARGE && !response.destroyed; i++) {
    if (!response.write(line)) await new Promise((drained) => response.once('drain', drained));
  }
  response.end();
}

const answers: Readonly<Record<Kind, (response: ServerResponse) => unknown>> = {
  html: (response) => response.end(html),
  large: stream,
  deep: (response) => response.end(deep),
  broken: (response) => response.write('{"a": 1', () => response.destroy()),
  endless: (response) => response.write('['),
  redirect: (response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
  'without CORS': (response) => {
    response.removeHeader('Access-Control-Allow-Origin');
    response.end('{}');
  },
};

/** A service that answers what no page should trust. */
export async function startHostileServer(): Promise<HostileServer> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'application/json');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, idempotency-key, content-type');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else void answers[hostile.answer](response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const hostile: HostileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: 'html',
    bytesOf: (kind) => (kind === 'large' ? LARGE * MIB : DEEP),
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => void server.close(() => closed()));
    },
  };
  return hostile;
}
