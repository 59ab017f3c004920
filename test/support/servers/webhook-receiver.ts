import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any;
  readonly path: string;
  readonly atMs: number;
}

/** What is answered: a status, or anything else done by hand (closing, stalling, redirecting). */
export type Answering = number | ((response: ServerResponse, received: Received) => void);

const parsed = (raw: string) => {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A server on loopback that keeps what it is sent and answers as the test says, which may change at any time. */
export async function aReceiver(answering: (received: Received, nth: number) => Answering = () => 204) {
  const received: Received[] = [];
  const connections = { made: 0 };
  let answer = answering;
  let changed = () => {};

  const server = createServer(async (request, response) => {
    try {
      const bytes = await bodyOf(request);
      const raw = bytes.toString();
      const headers = request.headers as Record<string, string>;
      const path = request.url ?? '';
      const one: Received = { headers, raw, bytes, body: parsed(raw), path, atMs: performance.now() };
      received.push(one);
      const answered = answer(one, received.length);
      if (typeof answered === 'number') response.writeHead(answered).end();
      else answered(response, one);
      changed();
    } catch {
      response.destroy();
    }
  });
  server.on('connection', () => connections.made++);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections,
    answers(next: typeof answering) {
      answer = next;
    },
    /** Kept when so many have come, or when what has come `suffices`. */
    async until(suffices: number | ((received: readonly Received[]) => boolean), ms = 10_000): Promise<void> {
      const holds = () => (typeof suffices === 'number' ? received.length >= suffices : suffices(received));
      const late = performance.now() + ms;
      while (!holds()) {
        const leftMs = late - performance.now();
        if (leftMs <= 0) throw new Error(`the receiver waited in vain; it has ${received.length}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs);
          changed = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof aReceiver>>;
