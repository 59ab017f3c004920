/** Bytes that are kept: the largest file of a message has 100 MiB. Reading ends there. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Bytes of which the page shows text. */
export const SHOWN_BYTES = 100_000;
/** Chunks are folded into a Blob, which a browser may keep on disk. */
const FOLDED_BYTES = 4 * 1024 * 1024;
const PROGRESS_MS = 100;

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: BodyInit | undefined;
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** True if the response is a redirect: a browser hides its status and headers from scripts. */
  readonly isHidden: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly type: string;
  /** Milliseconds until the headers came, and until the body was complete. */
  readonly headMs: number;
  readonly totalMs: number;
  readonly bytes: number;
  /** The first bytes as text. */
  readonly start: string;
  /** Everything that was received, under a type that no browser renders. */
  readonly file: Blob;
  readonly end: 'complete' | 'broken' | 'too large';
}

type Body = Pick<Answer, 'bytes' | 'start' | 'file' | 'end'>;

const inertBlob = (parts: BlobPart[]): Blob => new Blob(parts, { type: 'application/octet-stream' });

/** Reads a body to its end or bound. @throws the reason of the signal */
async function receive(response: Response, signal: AbortSignal, tell: (bytes: number) => void): Promise<Body> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [file, start, bytes, pending, told] = [inertBlob([]), '', 0, 0, performance.now()];
  let parts: BlobPart[] = [];
  let end: Body['end'] = 'complete';
  while (reader) {
    const next = await reader.read().catch(() => undefined);
    signal.throwIfAborted();
    if (!next) end = 'broken';
    if (!next || next.done) break;
    const { value } = next;
    if (bytes < SHOWN_BYTES) start += decoder.decode(value.subarray(0, SHOWN_BYTES - bytes), { stream: true });
    bytes += value.length;
    pending += value.length;
    parts.push(value);
    if (pending >= FOLDED_BYTES) {
      file = inertBlob([file, ...parts]);
      [parts, pending] = [[], 0];
    }
    if (performance.now() - told >= PROGRESS_MS) {
      told = performance.now();
      tell(bytes);
    }
    if (bytes <= MOST_BYTES) continue;
    end = 'too large';
    void reader.cancel().catch(() => {});
    break;
  }
  return { bytes, start, file: inertBlob([file, ...parts]), end };
}

/** Makes a call. @throws the reason of the signal, or TypeError where no response came */
export async function send(
  { method, url, headers, body }: Outgoing,
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal,
  });
  const headMs = performance.now() - began;
  const received = await receive(response, signal, tell);
  return {
    status: response.status,
    statusText: response.statusText,
    isHidden: response.type === 'opaqueredirect',
    headers: [...response.headers],
    type: (response.headers.get('content-type') ?? '').toLowerCase(),
    headMs,
    totalMs: performance.now() - began,
    ...received,
  };
}

/** Possible reasons for a missing response. A browser hides from a script which of them it is. */
export function explained(url: string): string {
  const { origin, protocol } = new URL(url);
  if (!navigator.onLine) return 'This device is offline.';
  if (location.protocol === 'https:' && protocol === 'http:')
    return `A page served over https cannot call ${origin} over http.`;
  const cors = origin === location.origin ? '' : `, or ${origin} does not allow calls from ${location.origin} (CORS)`;
  return `No response from ${origin}: the service does not run there, the network is down${cors}.`;
}
