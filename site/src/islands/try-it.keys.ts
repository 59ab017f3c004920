import { randomKey } from '../../../sdk/src/random-key.ts';

const MOST_KEYS = 20;

interface Kept {
  readonly request: string;
  readonly key: string;
}

/** The idempotency keys of the last requests, one for each distinct request. */
export type RequestKeys = readonly Kept[];

export const keyOf = (keys: RequestKeys, request: string): string | undefined =>
  keys.find((each) => each.request === request)?.key;

export const withKey = (keys: RequestKeys, request: string): RequestKeys =>
  keyOf(keys, request) ? keys : [...keys.slice(1 - MOST_KEYS), { request, key: randomKey() }];

export const withoutKey = (keys: RequestKeys, request: string): RequestKeys =>
  keys.filter((each) => each.request !== request);
