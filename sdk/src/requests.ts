/** The input of a call without its types. */
export interface Loose {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly position?: string;
  readonly ifMatch?: string;
  readonly prefer?: string;
  readonly signal?: AbortSignal;
}

export interface Plan {
  readonly method: string;
  readonly url: string;
  readonly body: string | URLSearchParams | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Path segments with which a URL names something else than the call. */
const NO_SEGMENTS: readonly unknown[] = ['', '.', '..', undefined, null];

const VERSION = '/api/v1';

/** Address and path of the service, which a proxy may have put below a path of its own. */
export function placeOf(service: string): { readonly origin: string; readonly path: string } {
  const { origin, pathname } = new URL(service);
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** @throws TypeError for a path parameter that is missing or leads elsewhere */
export function urlOf(service: string, template: string, { path = {}, query = {} }: Loose): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = path[name];
    if (NO_SEGMENTS.includes(value)) throw new TypeError(`The path parameter ${name} is ${JSON.stringify(value)}`);
    return encodeURIComponent(String(value));
  });
  const place = placeOf(service);
  const url = new URL(`${place.origin}${place.path}${template.startsWith('/.') ? '' : VERSION}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each));
  }
  return url.href;
}

/** @throws TypeError for a value that no header can have */
export function headersOf(given: Readonly<Record<string, string | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
  return headers;
}

/**
 * Runs an attempt with a signal that ends it after its time or with the signal of the caller. `AbortSignal.any` and
 * `AbortSignal.timeout` are missing in browsers that still read pages.
 */
export async function withinTime<T>(
  ms: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController();
  const stop = () => attempt.abort(signal?.reason);
  const timer = setTimeout(() => attempt.abort(new Error(`There was no answer within ${ms} ms`)), ms);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await run(attempt.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
