import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isClean } from '../../../../src/adapters/sanitize-html/clean-form.js';
import { htmlCleaner } from '../../../../src/adapters/sanitize-html/html-cleaner.js';
import { clientHeader } from '../../../../src/modules/conversations/conversation/api/client-header.js';

const HEADER =
  '<h1>{{ a }} {{ b }}</h1><a href="https://acme.example/{{ a }}?q={{ b }}">{{ a }}</a><img src="https://acme.example/{{ a }}" alt="x {{ b }}" />';

describe('the header of a client', () => {
  test('has each value as the place needs it', () =>
    expect(clientHeader(HEADER, { a: 'a/b <i>', b: '"&"' })).toBe(
      '<h1>a/b &lt;i&gt; "&amp;"</h1>' +
        '<a href="https://acme.example/a%2Fb%20%3Ci%3E?q=%22%26%22">a/b &lt;i&gt;</a>' +
        '<img src="https://acme.example/a%2Fb%20%3Ci%3E" alt="x &quot;&amp;&quot;" />',
    ));

  test('keeps the at sign of an e-mail address', () =>
    expect(clientHeader('<a href="mailto:{{ a }}">x</a>', { a: 'a b@acme.example' })).toBe(
      '<a href="mailto:a%20b@acme.example">x</a>',
    ));

  test.each([
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [false, 'false'],
    [['x', 1], '["x",1]'],
  ])('shows %j as %j', (no, text) => expect(clientHeader('<p>{{ no }}</p>', { no })).toBe(`<p>${text}</p>`));

  test('keeps its markup and its links, whatever the values are', () => {
    expect(isClean(htmlCleaner.clean(HEADER))).toBe(true);
    const shape = (html: string) => html.match(/<\/?[a-z0-9]+/g);
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '<b>', '</h1>', 'javascript:', '{{ b }}', '\ud800'),
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        const html = clientHeader(HEADER, { a, b });
        expect(isClean(html)).toBe(true);
        expect(htmlCleaner.clean(html)).toBe(html);
        expect(shape(html)).toEqual(shape(HEADER));
        expect(html.match(/(?:href|src)="https:\/\/acme\.example\//g)).toHaveLength(2);
      }),
    );
  });

  test('cuts long values, and leaves out those after many', () => {
    const html = clientHeader('<p>{{ a }}</p>'.repeat(100), { a: 'x'.repeat(10_000) });
    expect(html.startsWith(`<p>${'x'.repeat(4_096)}</p><p>x`)).toBe(true);
    expect(html.endsWith('<p></p>')).toBe(true);
    expect(html.length).toBeLessThan(135_000);
  });
});
