import { describe, expect, test } from 'vitest';
import { hasUserInfo, webAddresses } from '../../embed/src/web-address.js';

describe('a link in a text', () => {
  const found = (text: string) => webAddresses(text).map(({ address }) => address);

  test('is each web address, without the marks after it', () =>
    expect(found('See https://a.example/x?y=1, (http://b.example).')).toEqual([
      'https://a.example/x?y=1',
      'http://b.example',
    ]));

  test.each([
    ['(https://en.example/wiki/Go_(game))', 'https://en.example/wiki/Go_(game)'],
    ['see (https://a.example/b).', 'https://a.example/b'],
    ['https://a.example/(x', 'https://a.example/(x'],
    ['HTTPS://A.example/B', 'HTTPS://A.example/B'],
    ['見て https://a.example/b。次', 'https://a.example/b'],
    ['（https://a.example/b）', 'https://a.example/b'],
    ['「https://a.example/日本」', 'https://a.example/日本'],
    ['https://müller.example/straße', 'https://müller.example/straße'],
    ['https://例え.テスト/', 'https://例え.テスト/'],
  ])('in %s is %s', (text, link) => expect(found(text)).toEqual([link]));

  test.each([
    'https://bank.example@other.example/',
    'https://bank.example:pass@other.example/',
    'https://:pass@other.example/',
    'https://@other.example/',
    'http://bank.example%2f@other.example',
    'https://bank.example\\@other.example/',
    'https://http://other.example@/',
  ])('is not %s', (text) => expect(found(`a ${text} b`).filter((each) => hasUserInfo(each))).toEqual([]));

  test.each(['https://bank.example@other.example/', 'https://@other.example'])('has no user-info: %s', (url) =>
    expect(found(url)).toEqual([]),
  );

  test('may have an @ behind its host', () =>
    expect(found('https://a.example/@user?to=b@c.example#@')).toEqual(['https://a.example/@user?to=b@c.example#@']));
});
