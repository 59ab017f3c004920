import { Agent, request } from 'node:http';

export interface Request {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly token?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is answered.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Body;
}

/** The connection ended before an answer came: nobody knows what became of the request. */
export class Unanswered extends Error {}

export interface Client {
  /** Sent once and never by itself again. @throws Unanswered */
  ask(asked: Request): Promise<Answer>;
  close(): void;
}

const PATIENCE_MS = 20_000;

export function clientOf(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);

  function ask({ method, path, token, apiKey, headers, body, form }: Request): Promise<Answer> {
    const text = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => reject(new Unanswered(`${method} ${path}: ${error.message}`));
      const sending = request(
        {
          agent,
          hostname,
          port,
          method,
          path: `/api/v1${path}`,
          timeout: PATIENCE_MS,
          headers: {
            ...(text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', lost);
          answer.on('end', () => {
            const said = Buffer.concat(chunks).toString();
            const replayed = answer.headers['idempotent-replayed'] === 'true';
            resolve({ status: answer.statusCode ?? 0, replayed, body: said === '' ? undefined : JSON.parse(said) });
          });
        },
      );
      sending.on('error', lost);
      sending.on('timeout', () => sending.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
      sending.end(text);
    });
  }

  return { ask, close: () => agent.destroy() };
}
