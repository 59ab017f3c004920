import type { Calls, ErrorResponse, PublishedEvent } from './api.js';
import { NoAnswer, TidingsError } from './errors.js';
import { randomKey } from './random-key.js';
import { asksAgain, LONGEST_WAIT_MS, pauseBefore, paused, type Repeatable } from './retries.js';

export { NoAnswer, TidingsError } from './errors.js';

/** A call by method and path: `POST /conversations/{conversation_id}/messages`. */
export type CallName = keyof Calls;
export type AnswerOf<K extends CallName> = Calls[K]['answer'];

interface Extras {
  /** Key of a POST. Default: a random one, the same for each retry. */
  readonly idempotencyKey?: string;
  /** Position of an earlier answer: the call returns data at least as new. */
  readonly position?: string;
  /** ETag of the resource: the call changes it only if it is unchanged. */
  readonly ifMatch?: string;
  /** The post of a message returns once the message has its sequence. */
  readonly prefer?: 'wait' | `wait=${number}`;
  readonly signal?: AbortSignal;
}

type Given<K extends CallName> = Omit<Calls[K], 'answer'> & Extras;
export type Input<K extends CallName> =
  object extends Omit<Calls[K], 'answer'> ? [given?: Given<K>] : [given: Given<K>];

/** The item of a list answer. */
export type ItemOf<K extends CallName> = {
  [P in keyof AnswerOf<K>]-?: AnswerOf<K>[P] extends readonly (infer I)[] ? I : never;
}[keyof AnswerOf<K>];

export interface Answer<K extends CallName> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnswerOf<K>;
  /** Position in the event log that the answer reflects. */
  readonly position: string | undefined;
  readonly etag: string | undefined;
}

export interface Options {
  /** Origin of the service, for example `https://tidings.example`. */
  readonly url: string;
  /** Access token or API key, or a function that gives the current one. Default: none. */
  readonly credential?: string | (() => string | Promise<string>);
  /** Language of error messages. Default: en. */
  readonly language?: 'en' | 'de';
  /** Attempts after the first one. Default: 4. */
  readonly retries?: number;
  /** Milliseconds until an attempt is given up. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
}

interface Loose extends Extras {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const FORM = 'POST /auth/{tenant_id}/oauth2/token';
/** POSTs without an effect that a key could repeat. */
const ONCE = /^POST \/auth\/.*(oauth2\/token|verify)$/;

/** A client of the API. It is safe to share between concurrent callers. */
export class Tidings {
  constructor(readonly options: Options) {}

  /** The body of the answer. @throws TidingsError, NoAnswer */
  async call<K extends CallName>(name: K, ...input: Input<K>): Promise<AnswerOf<K>> {
    return (await this.request(name, ...input)).body;
  }

  /** Status, headers, body and position of the answer. @throws TidingsError, NoAnswer */
  async request<K extends CallName>(name: K, ...[given]: Input<K>): Promise<Answer<K>> {
    const loose = (given ?? {}) as Loose;
    const [method, template = ''] = name.split(' ') as [string, string?];
    const url = this.urlOf(template, loose);
    const body = name === FORM ? new URLSearchParams(loose.body as Record<string, string>) : jsonOf(loose.body);
    const key = method === 'POST' && name !== FORM ? (loose.idempotencyKey ?? randomKey()) : undefined;
    const repeatable: Repeatable = ONCE.test(name) ? 'refused' : 'always';
    const { retries = 4 } = this.options;
    let isUnclear = false;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      let response: Response;
      let text: string;
      try {
        response = await this.send(method, url, body, key, loose);
        text = await response.text();
      } catch (error) {
        loose.signal?.throwIfAborted();
        if (isLast || repeatable === 'refused') throw new NoAnswer(`${name} got no answer`, { cause: error });
        isUnclear = true;
        await paused(pauseBefore(attempt, null), loose.signal);
        continue;
      }
      const { status, headers } = response;
      if (response.ok || (method === 'DELETE' && isUnclear && status === 404)) return answerOf<K>(response, text);
      const refused = errorOf(status, text);
      const pause = pauseBefore(attempt, headers.get('retry-after'));
      if (isLast || pause > LONGEST_WAIT_MS || !asksAgain(repeatable, status, refused?.code)) {
        throw refused ? new TidingsError(status, refused) : new NoAnswer(`${name} was answered ${status}`);
      }
      isUnclear ||= status === 502 || status === 504;
      await paused(pause, loose.signal);
    }
  }

  /** The items of a list, page after page. Pages stay stable while others write. */
  async *list<K extends CallName>(name: K, ...[given]: Input<K>): AsyncGenerator<ItemOf<K>, void, undefined> {
    let cursor: unknown;
    do {
      const { offset: _, ...first } = { ...(given as Loose | undefined)?.query };
      const query = cursor === undefined ? (given as Loose | undefined)?.query : { ...first, cursor };
      const page = (await this.call(name, ...([{ ...given, query }] as unknown as Input<K>))) as unknown as Record<
        string,
        unknown
      >;
      const items = Object.values(page).find(Array.isArray) as readonly ItemOf<K>[] | undefined;
      yield* items ?? [];
      cursor = page.next_cursor;
    } while (cursor !== undefined);
  }

  /** The events of the tenant after a position, up to the present end. Keep the position of the last one to go on. */
  async *events(after?: string): AsyncGenerator<PublishedEvent, void, undefined> {
    for (let from = after; ; ) {
      const page = await this.call('GET /events', { query: from === undefined ? {} : { after: from } });
      yield* page.events;
      if (!page.has_more) return;
      from = page.next;
    }
  }

  /** The current credential. */
  async credential(): Promise<string | undefined> {
    const { credential } = this.options;
    return typeof credential === 'function' ? credential() : credential;
  }

  private urlOf(template: string, { path = {}, query = {} }: Loose): string {
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
    const url = new URL(template.startsWith('/.') ? filled : `/api/v1${filled}`, this.options.url);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url.href;
  }

  private async send(
    method: string,
    url: string,
    body: string | URLSearchParams | undefined,
    key: string | undefined,
    { position, ifMatch, prefer, signal }: Loose,
  ): Promise<Response> {
    const { language, timeoutMs = 30_000, fetch: send = fetch } = this.options;
    const credential = await this.credential();
    const given = {
      Authorization: credential === undefined ? undefined : `Bearer ${credential}`,
      'Content-Type': typeof body === 'string' ? 'application/json' : undefined,
      'Accept-Language': language,
      'Idempotency-Key': key,
      'If-Match': ifMatch,
      'Tidings-Position': position,
      Prefer: prefer,
    };
    const headers = Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined);
    const timeout = AbortSignal.timeout(timeoutMs);
    return send(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  }
}

const jsonOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

function answerOf<K extends CallName>({ status, headers, ok }: Response, text: string): Answer<K> {
  return {
    status,
    headers,
    body: (ok && text !== '' ? JSON.parse(text) : undefined) as AnswerOf<K>,
    position: headers.get('tidings-position') ?? undefined,
    etag: headers.get('etag') ?? undefined,
  };
}

function errorOf(status: number, text: string): ErrorResponse | undefined {
  if (status < 400) return undefined;
  try {
    const body = JSON.parse(text) as ErrorResponse;
    return typeof body.code === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}
