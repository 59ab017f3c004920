import { isIP } from 'node:net';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { isLocalName, LOCAL_ADDRESSES } from '../../lib/local-name.js';
import { lruCache } from '../../lib/lru-cache.js';
import { sizeOf } from '../../lib/size-of.js';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The addresses of a name, in the turn of a tenant. */
export type Resolve = (name: string, tenantId: string) => Promise<readonly string[]>;

const LONGEST = 2_048;
const PLAIN = /^https?:\/\/(?!\/|[^/?#]*@)[\x21-\x5b\x5d-\x7e\u{a0}-\u{10ffff}]+$/iu;

/** An http or https address without user-info, spelled without tricks; undefined: it is none. */
export function readTarget(text: string): URL | undefined {
  if (text.length > LONGEST || !PLAIN.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.port === '0') return undefined;
  return url.hostname === '' ? undefined : url;
}

const addressed = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/** The addresses of a target. An address is not looked up, nor is the name of this machine (RFC 6761). */
export async function addressesOf({ hostname }: URL, tenantId: string, resolve: Resolve): Promise<readonly Address[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal)) return [addressed(literal)];
  if (isLocalName(hostname)) return LOCAL_ADDRESSES.map(addressed);
  return (await resolve(hostname, tenantId)).map(addressed);
}

const REMEMBERED_MS = 5_000;
/** Failure of a request without an answer. */
const PENDING_BYTES = 512;

interface Answer {
  readonly untilMs: number;
  readonly answer: ReturnType<Resolve>;
}

/**
 * Remembers answers and failures for 5 seconds. Calls of a tenant for one name at the same time share one look-up. An
 * answer is for all tenants; a failure is for its own tenant, since its turn may have caused it.
 */
export function remembering(resolve: Resolve, nowMs: () => number): Resolve {
  const known = lruCache<string, Answer>({ bytes: cacheBudgets.hostAddresses });
  const recent = (key: string) => {
    const found = known.get(key);
    return found && found.untilMs > nowMs() ? found.answer : undefined;
  };
  return (name, tenantId) => {
    const own = `${tenantId}/${name}`;
    const found = recent(name) ?? recent(own);
    if (found) return found;
    const answer = resolve(name, tenantId);
    const remembered = { untilMs: nowMs() + REMEMBERED_MS, answer };
    known.set(own, remembered, PENDING_BYTES);
    answer.then(
      (addresses) => {
        if (known.get(own) === remembered) known.delete(own);
        known.set(name, remembered, PENDING_BYTES + sizeOf(addresses));
      },
      () => {},
    );
    return answer;
  };
}
