import type { Service } from '../../fixtures/caller.js';
import { httpClient } from '../../support/http-client.js';

export interface Request {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly token?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

// biome-ignore lint/suspicious/noExplicitAny: the sender knows what is answered.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Body;
}

export interface Client extends Service {
  /**
   * Sends a request once.
   * @throws Unanswered
   */
  ask(asked: Request): Promise<Answer>;
  close(): void;
}

export function clientOf(url: string): Client {
  const http = httpClient(url);
  return {
    ...http,
    async ask({ method, path, token, apiKey, headers, body }) {
      const key = apiKey === undefined ? {} : { 'x-api-key': apiKey };
      const answer = await http.call(method, path, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        headers: { ...key, ...headers },
      });
      const replayed = answer.headers.get('idempotent-replayed') === 'true';
      return { status: answer.status, replayed, body: answer.body };
    },
  };
}
