import { hash } from 'node:crypto';
import { reject } from '../../kernel/rejection.js';
import type { IfMatch } from '../../kernel/revision.js';

const TAG = /^"(\d{1,15})\.[A-Za-z0-9_-]+"$/;

/** `"<revision>.<digest of the answer>"` (contract 1). */
export const etagOf = (revision: number, payload: string): string =>
  etagOfDigest(revision, hash('sha1', payload, 'base64url'));

export const etagOfDigest = (revision: number, digest: string): string => `"${revision}.${digest.slice(0, 16)}"`;

/** Compares all of the tag, weakly (RFC 9110 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** The revisions named; digests do not count. @throws Rejection 412 when a tag has another form */
export function readIfMatch(header: string): IfMatch {
  if (header.trim() === '*') return 'any';
  return header.split(',').map((tag) => {
    const match = TAG.exec(tag.trim());
    return match ? Number(match[1]) : reject('errors.precondition.failed');
  });
}
