import type { Calls, ErrorResponse, PublishedEvent } from './api.js';
import { NoAnswer, TidingsError } from './errors.js';
import { randomKey } from './random-key.js';
import { headersOf, type Loose, type Plan, urlOf, withinTime } from './requests.js';
import { asksAgain, LONGEST_WAIT_MS, pauseBefore, paused, type Repeatable, waitOf } from './retries.js';

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

/** The argument of a credential function. */
export interface Asked {
  /** The credential that the service has just refused. The function gives another one, or throws. */
  readonly rejected?: string;
}

export interface Options {
  /** Address of the service, for example `https://tidings.example` or `https://example.com/tidings`. */
  readonly url: string;
  /**
   * Access token or API key, or a function that gives the current one. It is called again after a 401. The call
   * throws its errors. Default: none.
   */
  readonly credential?: string | ((asked: Asked) => string | undefined | Promise<string | undefined>);
  /** Language of error messages. Default: en. */
  readonly language?: 'en' | 'de';
  /** Attempts after the first one. Default: 4. */
  readonly retries?: number;
  /** Milliseconds until an attempt is given up. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
}

const FORM = 'POST /auth/{tenant_id}/oauth2/token';
/** POSTs without an effect that a key could repeat. */
const ONCE = /^POST \/auth\/.*(oauth2\/token|verify)$/;
const EMPTY = [204, 205];
/** Codes of a 401 after which another credential may do. */
const REJECTED: readonly (string | undefined)[] = ['errors.unauthenticated', 'errors.token.expired'];

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
    const plan = this.planOf(name, loose);
    const repeatable: Repeatable = ONCE.test(name) ? 'refused' : 'always';
    const { retries = 4 } = this.options;
    let isUnclear = false;
    let renewed: string | undefined;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const credential = renewed ?? (await this.credential());
      const received = await this.received(plan, credential, loose.signal);
      if ('lost' in received) {
        loose.signal?.throwIfAborted();
        if (isLast || repeatable === 'refused') throw new NoAnswer(`${name} got no answer`, { cause: received.lost });
        isUnclear = true;
        await paused(pauseBefore(attempt, null), loose.signal);
        continue;
      }
      const { response, text } = received;
      const { status, headers, type } = response;
      if (response.ok) return answerOf<K>(name, response, text);
      if (plan.method === 'DELETE' && isUnclear && status === 404) return partsOf<K>(response, undefined);
      if (type === 'opaqueredirect' || (status >= 300 && status < 400))
        throw new NoAnswer(`${name} was redirected`, { status });
      const refused = errorOf(status, text);
      if (credential !== undefined && renewed === undefined && status === 401 && REJECTED.includes(refused?.code)) {
        renewed = await this.credential(credential);
        if (renewed !== undefined && renewed !== credential) {
          attempt--;
          continue;
        }
      }
      const wait = waitOf(headers);
      const pause = pauseBefore(attempt, wait);
      if (isLast || pause > LONGEST_WAIT_MS || !asksAgain(repeatable, status, refused?.code)) {
        if (refused) throw new TidingsError(status, refused, wait);
        throw new NoAnswer(`${name} was answered ${status}`, { status, retryAfterMs: wait });
      }
      isUnclear ||= status >= 500 && status !== 503;
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

  /** The current credential, or another one than that which the service refused. */
  async credential(rejected?: string): Promise<string | undefined> {
    const { credential } = this.options;
    if (typeof credential !== 'function') return credential;
    return credential(rejected === undefined ? {} : { rejected });
  }

  private planOf(name: string, loose: Loose): Plan {
    const [method, template = ''] = name.split(' ') as [string, string?];
    const body = name === FORM ? new URLSearchParams(loose.body as Record<string, string>) : jsonOf(loose.body);
    return {
      method,
      url: urlOf(this.options.url, template, loose),
      body,
      headers: {
        'Content-Type': typeof body === 'string' ? 'application/json' : undefined,
        'Accept-Language': this.options.language,
        'Idempotency-Key': method === 'POST' && name !== FORM ? (loose.idempotencyKey ?? randomKey()) : undefined,
        'If-Match': loose.ifMatch,
        'Tidings-Position': loose.position,
        Prefer: loose.prefer,
      },
    };
  }

  /** The whole response, or the reason for which it was lost. */
  private async received(
    { method, url, body, headers: given }: Plan,
    credential: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Received> {
    const { timeoutMs = 30_000, fetch: send = fetch } = this.options;
    const headers = headersOf({
      ...given,
      Authorization: credential === undefined ? undefined : `Bearer ${credential}`,
    });
    signal?.throwIfAborted();
    return withinTime(timeoutMs, signal, async (ending) => {
      try {
        // A followed redirect turns a POST into a GET of something else.
        const init = { method, headers, redirect: 'manual', signal: ending } as const;
        const response = await send(url, body === undefined ? init : { ...init, body });
        return { response, text: await response.text() };
      } catch (lost) {
        return { lost };
      }
    });
  }
}

type Received = { readonly response: Response; readonly text: string } | { readonly lost: unknown };

const jsonOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

/** @throws NoAnswer for a body that is not JSON: a proxy or a captive portal made it */
function answerOf<K extends CallName>(name: K, response: Response, text: string): Answer<K> {
  const { status } = response;
  if (EMPTY.includes(status)) return partsOf<K>(response, undefined);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer(`${name} was answered ${status} without JSON`, { cause, status });
  }
  return partsOf<K>(response, body);
}

const partsOf = <K extends CallName>({ status, headers }: Response, body: unknown): Answer<K> => ({
  status,
  headers,
  body: body as AnswerOf<K>,
  position: headers.get('tidings-position') ?? undefined,
  etag: headers.get('etag') ?? undefined,
});

function errorOf(status: number, text: string): ErrorResponse | undefined {
  if (status < 400) return undefined;
  try {
    const body = JSON.parse(text) as ErrorResponse;
    return typeof body.code === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}
