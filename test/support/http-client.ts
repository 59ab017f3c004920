import { Agent, request } from 'node:http';
import type { Answer, Ask } from './api.js';

/** The connection ended before the answer was complete: the request may or may not have had an effect. */
export class Unanswered extends Error {
  /** The code of the socket's error, such as `ECONNRESET`. */
  get code(): string | undefined {
    return (this.cause as { code?: string } | undefined)?.code;
  }
}

export interface HttpClient {
  readonly url: string;
  /**
   * Sends one request and never repeats it. Paths are below /api/v1 unless they start with `//`.
   * @throws Unanswered
   */
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  close(): void;
}

const CONNECTIONS = 1_000;
const TIMEOUT_MS = 30_000;

/** A client of a service in another process. It checks no answer against the OpenAPI file, so hundreds of calls at once cost little. */
export function httpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  function call(method: string, path: string, { token, body, raw, headers }: Ask = {}): Promise<Answer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const target = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
    return new Promise((resolve, reject) => {
      const fail = (cause: Error) => reject(new Unanswered(`${method} ${path}: ${cause.message}`, { cause }));
      const sending = request(`${url}${target}`, {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          ...(sent === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      sending.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const named = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const isJson = response.headers['content-type']?.includes('application/json') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(named),
            body: isJson ? JSON.parse(text) : undefined,
            text,
          });
        });
      });
      sending.on('timeout', () => sending.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      sending.on('error', fail);
      sending.end(sent);
    });
  }

  return { url, call, close: () => agent.destroy() };
}
