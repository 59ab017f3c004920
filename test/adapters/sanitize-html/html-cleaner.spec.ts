import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isClean } from '../../../src/adapters/sanitize-html/clean-form.js';
import { htmlCleaner } from '../../../src/adapters/sanitize-html/html-cleaner.js';
import { escapeHtml, placeholders, render } from '../../../src/lib/template.js';
import { timed } from '../../support/processes/thread-time.js';

const { clean } = htmlCleaner;

describe('what is kept', () => {
  test.each([
    'plain text &amp; more',
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>',
    '<p><b>a</b> <i>b</i> <em>c</em> <strong>d</strong> <u>e</u><br /></p>',
    '<div><span>a</span></div><ul><li>a</li></ul><ol><li>b</li></ol>',
    '<a href="https://example.com/x?a=1&amp;b=2#c">a</a>',
    '<a href="mailto:a@example.com?subject=x">a</a>',
    '<img src="https://example.com/a.png" alt="A &lt;b&gt; &quot;c&quot;" />',
    '{{ customer.name }} {{customer.größe}}',
    '<p>{{ a }}</p>',
  ])('%s', (html) => expect(clean(html)).toBe(html));
});

describe('what is dropped', () => {
  test.each([
    ['<h5>a</h5><table><tr><td>b</td></tr></table>', 'ab'],
    ['<p class="x" style="color:red" id="y" onclick="z()" data-a="b">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a', 'a'],
    ['<style>b{}</style><svg><text>x</text></svg><math>y</math>a', 'a'],
    ['<iframe src="https://example.com">x</iframe><object>y</object><template>z</template>a', 'a'],
    ['<!-- a --><?php b ?><![CDATA[c]]>d', 'd'],
    [
      '<a href="https://example.com" target="_blank" ping="https://x.example">a</a>',
      '<a href="https://example.com">a</a>',
    ],
    [
      '<img src="https://example.com/a" srcset="https://x.example/b 2x" width="1">',
      '<img src="https://example.com/a" />',
    ],
    ['<img alt="a">', ''],
    ['<form action="https://x.example"><input name="a"><button>b</button></form>', 'b'],
  ])('%s', (html, kept) => expect(clean(html)).toBe(kept));

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'http://example.com',
    '//example.com',
    '/path',
    'path',
    '#here',
    '',
    'https:example.com\\@x.example',
    'https://',
    'https://example.com/a b',
    'https://user@example.com/',
    'https://:word@example.com/',
    'https://@example.com/',
    'https:user@example.com/',
    'https://example.com/\u202E',
    'tel:+49123',
    'ftp://example.com',
    'blob:https://example.com/x',
  ])('a link to %j leads nowhere', (url) => {
    expect(clean(`<a href="${url}">a</a>`)).toBe('<a>a</a>');
    expect(clean(`<img src="${url}" alt="a">`)).toBe('');
  });
  test('an image is not fetched by mail', () => expect(clean('<img src="mailto:a@example.com">')).toBe(''));
});

describe('depth', () => {
  test('tags nest 32 deep at most', () => expect(clean(`${'<b>'.repeat(100)}a`).split('<b>')).toHaveLength(33));
});

describe('the bound on markup', () => {
  test('clean HTML of any length stays', () => {
    const html = '<p>a &amp; b</p>'.repeat(10_000);
    expect(clean(html)).toBe(html);
  });
  test('up to 4,000 tags and entities are judged one by one', () =>
    expect(clean(`<i x="1"></i>${'<b></b>'.repeat(1_999)}`)).toBe(`<i></i>${'<b></b>'.repeat(1_999)}`));
  test.each([
    ['<p onclick="x()">a</p>', 2_001, 'a'],
    ['&', 4_001, '&amp;'],
    ['&amp;<x>', 2_001, '&amp;'],
    ['<', 4_001, ''],
    ['> <x>', 4_001, '&gt; '],
  ])('of more than these text alone is kept: %s', (html, times, text) =>
    expect(clean(html.repeat(times))).toBe(text.repeat(times)),
  );
});

describe('placeholders in attributes', () => {
  test.each([
    'https://example.com/{{ conversation_id }}',
    'https://example.com?id={{ a.b }}&x={{c}}',
    'https://example.com:8443/#{{ a }}',
    'mailto:{{ customer.mail }}',
  ])('stay behind a host that is spelled out: %s', (url) =>
    expect(clean(`<a href="${url}">a</a>`)).toBe(`<a href="${url.replace('&', '&amp;')}">a</a>`),
  );
  test.each([
    '{{ url }}',
    '{{ scheme }}://example.com/',
    'https:{{ a }}',
    'https://{{ host }}/',
    'https://example.com{{ a }}',
    'https://{{ a }}.example.com/',
    'https://example.com:{{ port }}/',
    'https://a@{{ host }}/',
    'https://example.com/{{ a',
    'https://example.com/{{{ a }}}',
    'https://example.com/{ a }',
    'mailto{{ a }}:x',
  ])('drop the link where they could say where it leads: %s', (url) =>
    expect(clean(`<a href="${url}">a</a>`)).toBe('<a>a</a>'),
  );
  test('stay in the text that stands for an image', () => {
    const html = '<img src="https://example.com/{{ a }}.png" alt="{{ b }}" />';
    expect(clean(html)).toBe(html);
  });
  test('what is filled in after cleaning brings no markup', () => {
    const template = clean(
      '<p>{{ a }}</p><a href="https://example.com/{{ a }}">x</a><img src="https://e.com/" alt="{{ a }}">',
    );
    const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const { text } = render(template, { a: attack }, escapeHtml);
    expect(text.match(/<[a-z/]+/g)).toEqual(['<p', '</p', '<a', '</a', '<img']);
    expect(text).not.toMatch(/"'>|onerror=alert\(1\)>/);
  });
  test('a placeholder that markup cuts through is a fault of the cleaned template', () => {
    expect(placeholders(clean('{{ <b>a</b> }}')).fieldErrors).toHaveLength(1);
    expect(placeholders(clean('<img src="https://e.com/" alt="{{"> a }}')).fieldErrors).toHaveLength(1);
    expect(placeholders(clean('&#123;&#123; a }}')).names).toEqual(['a']);
  });
});

/** Attacks of known classes: polyglots, broken quoting, foreign content, raw text, mutation. */
const ATTACKS = [
  'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=alert() )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=alert()//>\\x3e',
  '"onclick=alert(1)//<button onclick=alert(1)//> */ alert(1)//',
  '\'">><marquee><img src=x onerror=confirm(1)></marquee>"></plaintext\\></|\\><plaintext/onmouseover=prompt(1)>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<a href="https://example.com/" onclick="alert(1)"href="javascript:alert(1)">a</a>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea/><img src=x onerror=alert(1)></textarea>',
  '<xmp></xmp/><img src=x onerror=alert(1)>',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--!><img src=x onerror=alert(1)>--!>',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"><iframe><img src=x onerror=alert(1)>',
  '<svg><animate attributeName=href values=javascript:alert(1) /><a><text>x</text></a></svg>',
  '<select><option><img src=x onerror=alert(1)></option></select>',
  '<option>&lt;script&gt;alert(1)&lt;/script&gt;</option>',
  '<base href="https://x.example"><meta http-equiv=refresh content="0;url=javascript:alert(1)"><link rel=stylesheet href=//x>',
  '<p/onclick=alert(1)>a<p\fonclick=alert(1)>b<p\u0000onclick=alert(1)>c',
  '<details open ontoggle=alert(1)><video src=x onerror=alert(1)><audio src onloadstart=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&#60;img src=x onerror=alert(1)&#62;',
];

const TAG = /<\/?([a-z][^\s/>]*)((?:\s[^>]*)?)>/gi;
const HARMLESS_TAG = /^(b|i|em|strong|u|p|br|span|div|h[1-4]|ul|ol|li|a|img)$/;
const HARMLESS_ATTRIBUTES = /^( href="(https:\/\/|mailto:)[^"<>]*"| src="https:\/\/[^"<>]*"| alt="[^"<>]*")* ?\/?$/i;

function expectHarmless(html: string): void {
  for (const [, tag, attributes] of html.matchAll(TAG)) {
    expect(tag).toMatch(HARMLESS_TAG);
    expect(attributes).toMatch(HARMLESS_ATTRIBUTES);
  }
  expect(html.replace(TAG, '')).not.toMatch(/[<>]/);
}

describe('attacks', () => {
  test.each(ATTACKS)('%s', (attack) => {
    for (const html of [
      attack,
      `<p>${attack}</p>`,
      `<a href="${attack}">a</a>`,
      `<img src="https://e.com/" alt="${attack}">`,
    ])
      expectHarmless(clean(html));
  });

  const tags =
    'p div ul li a b x svg math style script table td form iframe noscript template textarea title xmp select plaintext';
  const tag = fc.constantFrom(...tags.split(' '));
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom(
      ...'< > " \' & &lt; &#60; {{ }} {{a.b}} <!-- --> <![CDATA[ ]]> / = onerror= javascript:'.split(' '),
    ),
    fc.constantFrom('<a href="', '<img alt="', '<img src="https://e.com/', 'a', ' ', '\n', '\0'),
  );
  const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

  test('no soup of tags comes out with more than the harmless ones', () =>
    fc.assert(
      fc.property(soup, (html) => expectHarmless(clean(html))),
      { numRuns: 3_000 },
    ));
  test('cleaning twice is cleaning once', () => {
    for (const attack of ATTACKS) expect(clean(clean(attack))).toBe(clean(attack));
    expect(clean('<p><x><p>a')).toBe(clean(clean('<p><x><p>a')));
    fc.assert(
      fc.property(soup, (html) => {
        const once = clean(html);
        expect(clean(once)).toBe(once);
        expect(isClean(once)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    '<b>',
    '<x>',
    '<img>',
    '<iframe>',
    '<!--',
    '<p><x>',
    '<a href="https://e.com/{{',
    '&',
    '</p>',
    '<noscript></p>',
  ])('64 KiB of %s are cleaned at once', (piece) => {
    const { ms } = timed(() => expectHarmless(clean(piece.repeat(65_536 / piece.length))));
    expect(ms).toBeLessThan(2_000);
  });
});
