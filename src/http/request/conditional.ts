import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { reject } from '../../kernel/rejection.js';
import type { IfMatch } from '../../kernel/revision.js';

/** Proxies that compress an answer make its tag weak, or append the encoding to it: `-gzip`, `;gzip`. */
const TAG = /^(?:W\/)?"(\d{1,15})\.[A-Za-z0-9_-]+(?:;[a-z]{1,10})?"$/;

/** `"<revision>.<digest of the answer>"` (contract 1). */
export const etagOf = (revision: number, payload: string): string =>
  etagOfDigest(revision, hash('sha1', payload, 'base64url'));

export const etagOfDigest = (revision: number, digest: string): string => `"${revision}.${digest.slice(0, 16)}"`;

/** Compares all of the tag, weakly (RFC 9110 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Headers that make a write conditional. */
export interface Conditions {
  readonly ifMatch: string | undefined;
  /** `If-None-Match: *` of a PUT: the resource must not exist. */
  readonly isCreation: boolean;
}

export const conditionsOf = (method: string, headers: IncomingHttpHeaders): Conditions => ({
  ifMatch: headers['if-match'],
  isCreation: method === 'PUT' && headers['if-none-match']?.trim() === '*',
});

/** The state of its resource that a write requires. @throws Rejection 412 when a tag cannot be read */
export function requiredState({ ifMatch, isCreation }: Conditions): IfMatch | undefined {
  const matched = ifMatch === undefined ? undefined : readIfMatch(ifMatch);
  if (!isCreation) return matched;
  // No resource exists and does not exist.
  return matched === undefined ? 'none' : [];
}

/** The revisions named; digests do not count. @throws Rejection 412 when one of them is not a tag of this service */
function readIfMatch(header: string): IfMatch {
  if (header.trim() === '*') return 'any';
  return header.split(',').map((tag) => {
    const match = TAG.exec(tag.trim());
    return match ? Number(match[1]) : reject('errors.precondition.failed');
  });
}
