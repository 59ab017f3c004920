import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HEADER_TAGS, headerParts } from '../../embed/src/header-parts.js';
import { PAIRED_TAGS } from '../../src/adapters/sanitize-html/clean-form.js';
import { htmlCleaner } from '../../src/adapters/sanitize-html/html-cleaner.js';

describe('the header of a conversation', () => {
  test('may have the elements that the service keeps', () => expect(HEADER_TAGS).toEqual(PAIRED_TAGS));

  test('is read into text, elements, links and images', () =>
    expect(
      headerParts(
        'A &amp; B<h1>Order <b>17</b></h1><a href="https://acme.example/?a=1&amp;b=2">Shop</a><br /><img src="https://acme.example/x" alt="&quot;x&quot;" />',
      ),
    ).toEqual([
      { kind: 'text', text: 'A & B' },
      { kind: 'open', tag: 'h1' },
      { kind: 'text', text: 'Order ' },
      { kind: 'open', tag: 'b' },
      { kind: 'text', text: '17' },
      { kind: 'close' },
      { kind: 'close' },
      { kind: 'open', tag: 'a', href: 'https://acme.example/?a=1&b=2' },
      { kind: 'text', text: 'Shop' },
      { kind: 'close' },
      { kind: 'break' },
      { kind: 'image', src: 'https://acme.example/x', alt: '"x"' },
    ]));

  test.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">x</p',
    '<img src="javascript:alert(1)" />',
    '<img src="http://acme.example/x" />',
    '<img src=x onerror=alert(1)>',
    '<svg></svg>',
    '<p>x',
    'x</p>',
    '<b><i>x</b></i>',
    '<p/>',
  ])('written as %s is not shown', (html) => expect(headerParts(html)).toBeUndefined());

  test.each(['https://bank.example@other.example/', 'https://:word@other.example/', 'https://@other.example/'])(
    'has no link with user-info: %s',
    (href) =>
      expect(headerParts(`<a href="${href}">x</a>`)).toEqual([
        { kind: 'open', tag: 'a' },
        { kind: 'text', text: 'x' },
        { kind: 'close' },
      ]),
  );

  test('has no link but https and mailto, and no attribute but that of a link', () =>
    expect(headerParts('<a href="javascript:alert(1)">x</a><p onclick="alert(1)">y</p>')).toEqual([
      { kind: 'open', tag: 'a' },
      { kind: 'text', text: 'x' },
      { kind: 'close' },
      { kind: 'open', tag: 'p' },
      { kind: 'text', text: 'y' },
      { kind: 'close' },
    ]));

  test('is read whatever it was before the service sanitised it', () => {
    const piece = fc.constantFrom(
      ...'<p>|</p>|<b>|</b>|<br>|<img src="https://a.example/x" alt="a<b">|<a href="https://a.example/?a&b">|</a>|<script>|"|&|&lt;|<|>|text|<ul><li>'.split(
        '|',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(headerParts(htmlCleaner.clean(pieces.join('')))).toBeDefined();
      }),
    );
  });
});
