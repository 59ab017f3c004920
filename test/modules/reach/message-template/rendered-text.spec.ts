import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut } from '../../../../src/modules/reach/message-template/domain/cut.js';
import type {
  MessageTemplate,
  Parameter,
} from '../../../../src/modules/reach/message-template/domain/message-template.resource.js';
import { renderedText, shows, spoken } from '../../../../src/modules/reach/message-template/domain/rendered-text.js';

const data = JSON.parse(`{
  "customer": { "name": "Ann <b>", "tags": ["new", { "a": 1 }], "address": null },
  "constructor": { "name": "Bob" }, "paid": false, "total": 0, "braces": "{{ when }}"
}`);
const filling = { now: '2030-01-01T00:00:00.000Z', data, appUrl: 'https://app' };
const from = (name: string, valuePath: string): Parameter => ({ name, kind: 'CONVERSATION_DATA', valuePath });
const template = (en: string, ...parameters: readonly Parameter[]): MessageTemplate => ({
  kind: 'TEXT',
  texts: { en },
  parameters,
});

/** given a text whose `{{ a }}` stands for this path, when it is rendered, then … */
const given = (path: string, text = '{{ a }}') => renderedText(template(text, from('a', path)), 'en', filling);

describe('a rendered text', () => {
  test.each([
    ['customer.name', 'Ann <b>'],
    ['customer.tags.0', 'new'],
    ['customer.tags.1.a', '1'],
    ['customer.tags', '["new",{"a":1}]'],
    ['customer.tags.1', '{"a":1}'],
    ['constructor.name', 'Bob'],
    ['paid', 'false'],
    ['total', '0'],
  ])('shows the value at %s', (path, text) => expect(given(path)).toMatchObject({ text, missing: [] }));
  test.each(['nobody', 'customer.nobody', 'customer.tags.2', 'customer.tags.length', 'toString', 'customer.name.0'])(
    'has nothing to show at %s, and names the placeholder',
    (path) => expect(given(path, '<{{ a }}>')).toMatchObject({ text: '<>', language: 'en', missing: ['a'] }),
  );
  test('what is null is there, and shown as nothing', () =>
    expect(given('customer.address', '<{{ a }}>')).toMatchObject({ text: '<>', missing: [] }));
  test('a value that looks like a placeholder is not read again', () =>
    expect(given('braces').text).toBe('{{ when }}'));
  test('the other kinds are filled from what happens', () => {
    const kinds = ['CURRENT_TIMESTAMP', 'APP_URL', 'WORKFLOW_ID', 'ERROR'] as const;
    const parameters = kinds.map((kind) => ({ name: kind, kind }));
    const text = kinds.map((kind) => `{{${kind}}}`).join('|');
    const run = { ...filling, workflowId: 'w', error: 'no answer' };
    expect(renderedText(template(text, ...parameters), 'en', run).text).toBe(`${filling.now}|https://app|w|no answer`);
    expect(renderedText(template(text, ...parameters), 'en', filling)).toMatchObject({
      text: `${filling.now}|https://app||`,
      missing: [],
    });
  });
  test('parameters may be called what objects inherit', () =>
    expect(renderedText(template('{{constructor}}', from('constructor', 'total')), 'en', filling).text).toBe('0'));
  test('what was cut off is named too where it is missing', () => {
    const { text, missing } = given('nobody', `${'x'.repeat(4096)}{{ a }}`);
    expect([[...text].length, missing]).toEqual([4096, ['a']]);
    const long = template(`{{ all }}{{ b }}`, from('all', 'long'), from('b', 'nobody'));
    expect(renderedText(long, 'en', { ...filling, data: { long: 'x'.repeat(9000) } }).missing).toEqual(['b']);
  });
});

describe('the language of a text', () => {
  const texts = { texts: { en: 'Hello', de: 'Hallo' } };
  test.each([
    [['de', 'en'], 'de'],
    [[undefined, 'de'], 'de'],
    [['fr', undefined, 'en'], 'en'],
    [[], 'en'],
    [['constructor'], 'en'],
  ])('of %j is %s', (wanted, language) => expect(spoken(texts, wanted)).toBe(language));
  test('is one that there is', () => expect(spoken({ texts: { de: 'Hallo' } }, ['en', 'fr'])).toBe('de'));
});

test('a kind is shown where its placeholder stands in that language', () => {
  const link: Parameter = { name: 'link', kind: 'APP_URL' };
  const both = { ...template('{{ link }}', link), texts: { en: '{{ link }}', de: 'link' } };
  expect([shows(both, 'en', 'APP_URL'), shows(both, 'de', 'APP_URL'), shows(both, 'en', 'ERROR')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a text that is too long', () => {
  test.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two three', 7, 'one…'],
    ['one  two', 5, 'one…'],
    ['one\n\ntwo', 6, 'one…'],
    ['onetwothree', 5, 'onet…'],
    [' onetwothree', 5, ' one…'],
    ['ein 😀😀 zwei', 7, 'ein 😀😀…'],
    ['ein 😀😀 zwei', 6, 'ein…'],
  ])('%j in %i', (text, most, expected) => expect(cut(text, most)).toBe(expected));
  test('is a beginning of it that ends at a word', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ' ', '\n', '😀', 'bc')),
        fc.integer({ min: 2, max: 20 }),
        (parts, most) => {
          const text = parts.join('');
          const short = cut(text, most);
          expect([...short].length).toBeLessThanOrEqual(most);
          if (short === text) return;
          const record = short.slice(0, -1);
          expect([short.endsWith('…'), text.startsWith(record)]).toEqual([true, true]);
          const isWord = /^\s/.test(text.slice(record.length)) || !/\S\s/.test([...text].slice(0, most).join(''));
          expect(isWord).toBe(true);
        },
      ),
    ));
});
