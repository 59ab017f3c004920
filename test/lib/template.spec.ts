import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml, placeholders, render, templateData, valueAt } from '../../src/lib/template.js';
import { timed } from '../support/processes/thread-time.js';

const data = JSON.parse(`{
  "customer": { "name": "Ann <b>", "tags": ["new", "vip"], "address": null, "größe": 7 },
  "constructor": { "name": "Bob & Sons" }, "paid": false, "total": 0
}`);
const asItIs = (text: string) => text;

/** given a template, when it is filled with the data above, then … */
const given = (template: string) => ({
  names: placeholders(template).names,
  fieldErrors: placeholders(template).fieldErrors,
  data: templateData(template, data, { conversation_id: 'c1' }),
  text: render(template, templateData(template, data, { conversation_id: 'c1' }), asItIs).text,
  missing: render(template, templateData(template, data), asItIs).missing,
});

describe('what a placeholder is', () => {
  test('a dotted path between braces, with or without blanks, told once', () =>
    expect(given('{{a}} {{ b.c }} {{\n\ta }}{{d.0.e}} {{grö-ße_1.$x}}').names).toEqual([
      'a',
      'b.c',
      'd.0.e',
      'grö-ße_1.$x',
    ]));
  test('text without braces has none, and single braces are text', () =>
    expect(given('a { b } }} {c} {').names).toEqual([]));

  test.each([
    '{{}}',
    '{{ }}',
    '{{ . }}',
    '{{ a. }}',
    '{{ a..b }}',
    '{{ a b }}',
    '{{#if a}}',
    '{{/if}}',
    '{{> partial}}',
    '{{& a}}',
    '{{{a}}}',
    '{{ {{ a }}',
    '{{ a | upper }}',
    '{{ a() }}',
    '{{ a[0] }}',
    '{{ "a" }}',
    '{{ ../a }}',
    '{{ @root }}',
    '{{ <b>a</b> }}',
    '{{ __proto__ }}',
    '{{ a.__proto__.b }}',
    '{{ a',
    '{{',
  ])('anything else is a fault: %s', (template) => {
    expect(given(`x ${template}`).names).toEqual([]);
    expect(given(`x ${template}`).fieldErrors.map(({ at }) => at)).toEqual([2]);
  });
  test('a path deeper than data may be is a fault', () => {
    expect(given(`{{${'a.'.repeat(63)}a}}`).fieldErrors).toEqual([]);
    expect(given(`{{${'a.'.repeat(64)}a}}`).fieldErrors).toHaveLength(1);
  });
  test('a fault does not hide what comes after it', () =>
    expect(given('{{ 1+1 }} {{ a }}')).toMatchObject({ names: ['a'], fieldErrors: [{ at: 0, text: '{{ 1+1 }}' }] }));
  test.each(['{{', '{{a', '{{a}}', '}}', '{{{'])('any number of braces is read at once: %s', (braces) => {
    const template = braces.repeat(30_000);
    expect(timed(() => placeholders(template)).ms).toBeLessThan(500);
  });
});

describe('the value of a path', () => {
  test.each([
    ['customer.name', 'Ann <b>'],
    ['customer.tags.1', 'vip'],
    ['customer.tags', ['new', 'vip']],
    ['customer.größe', 7],
    ['customer.address', null],
    ['constructor.name', 'Bob & Sons'],
    ['paid', false],
  ])('%s is found', (path, value) => expect(valueAt(data, path)).toEqual(value));
  test.each([
    'nobody',
    'customer.nobody',
    'customer.address.street',
    'customer.name.length',
    'customer.name.0',
    'customer.tags.length',
    'customer.tags.01',
    'customer.tags.-1',
    'customer.tags.2',
    'customer.constructor',
    'toString',
    '__proto__',
    'customer.__proto__',
    '',
  ])('%s is nothing', (path) => expect(valueAt(data, path)).toBeUndefined());
  test('nothing is inherited, whatever the path', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('constructor', 'prototype', '__proto__', 'toString', 'a', '0', 'length')),
        (path) => {
          expect(valueAt({ a: [{}] }, path.join('.'))).not.toBeTypeOf('function');
        },
      ),
    ));
});

describe('filling a template', () => {
  test('data come raw, missing ones are left out', () =>
    expect(given('{{ customer.tags }} {{ customer.address }} {{ nobody }} {{ paid }}').data).toEqual({
      'customer.tags': ['new', 'vip'],
      'customer.address': null,
      paid: false,
    }));
  test('extras come before the data', () => {
    expect(templateData('{{ total }} {{ paid }}', data, { total: 9 })).toEqual({ total: 9, paid: false });
    expect(templateData('{{ toString }}', {}, {})).toEqual({});
  });
  test('values are written into the text', () =>
    expect(given('Dear {{ customer.name }}, {{conversation_id}}: {{total}}{{ paid }}!').text).toBe(
      'Dear Ann <b>, c1: 0false!',
    ));
  test('lists and objects are written as JSON, null and missing ones as nothing', () =>
    expect(given('{{ customer.tags }}|{{ constructor }}|{{ customer.address }}|{{ nobody }}').text).toBe(
      '["new","vip"]|{"name":"Bob & Sons"}||',
    ));
  test('missing ones are named, null is not missing', () =>
    expect(given('{{ nobody }} {{ customer.address }} {{ nobody }} {{ toString }}').missing).toEqual([
      'nobody',
      'toString',
    ]));
  test('values are escaped, the template’s own text is not', () =>
    expect(render('<p>{{ a }}</p>', { a: `<script>"'&` }, escapeHtml).text).toBe(
      '<p>&lt;script&gt;&quot;&#39;&amp;</p>',
    ));
  test('a value that looks like a placeholder is not read again', () =>
    expect(render('{{ a }}', { a: '{{ b }}', b: 'secret' }, asItIs).text).toBe('{{ b }}'));
  test('what is no placeholder stays as it is', () =>
    expect(given('{{#if a}} {b} {{ ').text).toBe('{{#if a}} {b} {{ '));
  test('the text has an end, however large the values', () =>
    expect(render('{{ a }}'.repeat(10_000), { a: 'x'.repeat(100_000) }, asItIs, 5_000).text).toHaveLength(5_000));
  test('every template has an answer', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', '{{', '}}', 'a', '.', ' ', '0', '__proto__')), (parts) => {
        const template = parts.join('');
        const { names, fieldErrors } = placeholders(template);
        if (names.length === 0) expect(render(template, {}, asItIs).text).toBe(template);
        for (const { at } of fieldErrors) expect(template.slice(at, at + 2)).toBe('{{');
      }),
    ));
});
