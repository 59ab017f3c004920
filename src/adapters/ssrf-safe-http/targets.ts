import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../lib/lru-cache.js';
import { sizeOf } from '../../lib/size-of.js';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Resolve = (name: string) => Promise<readonly string[]>;

/** As the machine looks up names, its hosts file too. */
export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

const LONGEST = 2_048;
const PLAIN = /^https?:\/\/(?!\/|[^/?#]*@)[\x21-\x5b\x5d-\x7e\u{a0}-\u{10ffff}]+$/iu;

/** An http or https address without user-info, spelled without tricks; undefined: it is none. */
export function readTarget(text: string): URL | undefined {
  if (text.length > LONGEST || !PLAIN.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.port === '0') return undefined;
  return url.hostname === '' ? undefined : url;
}

const LOCAL = /(^|\.)localhost\.?$/;

const addressed = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/** The addresses of a target. An address is not looked up, nor is the name of this machine (RFC 6761). */
export async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<readonly Address[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal)) return [addressed(literal)];
  if (LOCAL.test(hostname)) return ['127.0.0.1', '::1'].map(addressed);
  return (await resolve(hostname)).map(addressed);
}

const REMEMBERED_MS = 5_000;
/** Failure of a request without an answer. */
const PENDING_BYTES = 512;

interface Answer {
  readonly untilMs: number;
  readonly answer: ReturnType<Resolve>;
}

/** Remembers answers and failures for 5 seconds. Calls for one name at the same time share one look-up. */
export function remembering(resolve: Resolve, nowMs: () => number): Resolve {
  const known = lruCache<string, Answer>({ bytes: cacheBudgets.hostAddresses });
  return (name) => {
    const found = known.get(name);
    if (found && found.untilMs > nowMs()) return found.answer;
    const answer = resolve(name);
    const remembered = { untilMs: nowMs() + REMEMBERED_MS, answer };
    known.set(name, remembered, PENDING_BYTES);
    answer.then(
      (addresses) => {
        if (known.get(name) === remembered) known.set(name, remembered, PENDING_BYTES + sizeOf(addresses));
      },
      () => {},
    );
    return answer;
  };
}
