import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { http } from '../lib/node-http.js';

interface Delivered {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An endpoint of this process that takes deliveries. */
export async function startEndpoint() {
  let take: (delivered: Delivered) => void = () => {};
  const first = new Promise<Delivered>((resolve) => {
    take = resolve;
  });
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    take({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** The first delivery, once its signature is verified. @throws Error if it is not signed with the secret */
    async verified(secret: string): Promise<string> {
      const { headers, body } = await first;
      new Webhook(secret).verify(body, headers);
      return body;
    },
    close: () => server.close(),
  };
}
