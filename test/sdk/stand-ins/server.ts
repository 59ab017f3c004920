import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface StandIn {
  readonly url: string;
  /** The requests since the last `replies`. */
  readonly asked: IncomingMessage[];
  /** Answers of the next requests; the last one goes on. */
  replies(...next: Reply[]): void;
  close(): Promise<void>;
}

/** A server whose answers no service gives: those of proxies, of captive portals, and of a service that fails. */
export async function startStandIn(): Promise<StandIn> {
  const asked: IncomingMessage[] = [];
  let left: Reply[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    const { status = 200, headers = {}, body = '' } = (left.length > 1 ? left.shift() : left[0]) ?? {};
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    replies: (...next) => {
      left = next;
      asked.length = 0;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** An error response of the service. */
export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ code, message: code, request_id: 'r' }),
});
