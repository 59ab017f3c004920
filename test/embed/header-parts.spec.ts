import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerParts } from '../../embed/src/header-parts.js';
import { htmlCleaner } from '../../src/adapters/sanitize-html/html-cleaner.js';

describe('the header of a conversation', () => {
  test('is read into texts, elements, links and images', () =>
    expect(
      headerParts(
        'A &amp; B<h1>Order <b>17</b></h1><a href="https://acme.example/?a=1&amp;b=2">Shop</a><br /><img src="https://acme.example/x" alt="&quot;x&quot;" />',
      ),
    ).toEqual([
      'A & B',
      { tag: 'h1', parts: ['Order ', { tag: 'b', parts: ['17'] }] },
      { tag: 'a', href: 'https://acme.example/?a=1&b=2', parts: ['Shop'] },
      { tag: 'br', parts: [] },
      { tag: 'img', src: 'https://acme.example/x', alt: '"x"', parts: [] },
    ]));

  test.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">x</p>',
    '<p>x</p',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="http://acme.example/">x</a>',
    '<img src="mailto:a@acme.example" />',
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
    'with a link that has user-info is not shown: %s',
    (href) => expect(headerParts(`<a href="${href}">x</a>`)).toBeUndefined(),
  );

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
