import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  looksLikeApiKey,
  readApiKey,
  sameDigest,
  writeApiKey,
} from '../../../../../src/modules/people/auth/application/credentials/api-key.js';

const TENANT = '0190a0a0-0000-7000-8000-000000000001';
const KEY = '0190a0a0-0000-7000-8000-000000000002';
const secret = randomBytes(32).toString('base64url');
const { text, digest } = writeApiKey(TENANT, KEY, secret);

describe('the text of an API key', () => {
  test('says whose it is, and its secret only as a digest', () => {
    expect(looksLikeApiKey(text)).toBe(true);
    expect(readApiKey(text)).toEqual({ tenantId: TENANT, keyId: KEY, digest });
    expect(digest).not.toContain(secret.slice(0, 8));
  });
  test('with any one letter changed it is none', () => {
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === 'A' ? 'B' : 'A';
      expect(readApiKey(text.slice(0, i) + other + text.slice(i + 1)), `letter ${i}`).toBeUndefined();
    }
  });
  test.each(['', 'tdg_', text.slice(0, -1), `${text}A`, ` ${text}`, text.replace('tdg_', 'tdr_'), `${text}\n`])(
    'cut, lengthened or renamed it is none: %j',
    (wrong) => expect(readApiKey(wrong)).toBeUndefined(),
  );
  test('digests of different length are different', () => {
    expect(sameDigest('abc', 'abc')).toBe(true);
    expect(sameDigest('abc', 'abd')).toBe(false);
    expect(sameDigest('abc', 'abcd')).toBe(false);
  });
});
