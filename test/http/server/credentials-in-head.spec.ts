import { describe, expect, test } from 'vitest';
import { credentialsInHead } from '../../../src/http/server/credentials-in-head.js';

const read = (...lines: readonly string[]) => credentialsInHead(Buffer.from(lines.join('\r\n')));
const none = { authorization: undefined, apiKey: undefined };

describe('credentials of a request that is not parsed yet', () => {
  test.each([
    ['a token', 'Authorization: Bearer abc', { authorization: 'Bearer abc', apiKey: undefined }],
    ['a token without spaces', 'authorization:Bearer abc', { authorization: 'Bearer abc', apiKey: undefined }],
    ['a token among spaces', 'AUTHORIZATION: \t Bearer abc \t ', { authorization: 'Bearer abc', apiKey: undefined }],
    ['an API key', 'X-API-Key: tdg_a', { authorization: undefined, apiKey: 'tdg_a' }],
    ['none', 'X-Authorization: Bearer abc', none],
  ])('%s', (_, line, expected) => {
    expect(read('GET / HTTP/1.1', 'Host: a', line, 'Accept: */*', '', '')).toEqual(expected);
    expect(read('GET / HTTP/1.1', line, '', 'body')).toEqual(expected);
  });

  test('are those that have arrived', () => {
    expect(read('GET / HTTP/1.1', 'Authorization: Bearer ab')).toEqual(none);
    expect(read('GET / HTTP/1.1', 'Authorization: Bearer abc', 'Acc')).toEqual({
      ...none,
      authorization: 'Bearer abc',
    });
  });

  test('are not sought in the body', () => {
    expect(read('POST / HTTP/1.1', 'Host: a', '', '{', 'Authorization: Bearer abc', '}')).toEqual(none);
  });

  test('are not sought behind other large headers', () => {
    const large = `X: ${'x'.repeat(10_000)}`;
    expect(read('GET / HTTP/1.1', large, 'Authorization: Bearer abc', '', '')).toEqual(none);
  });
});
