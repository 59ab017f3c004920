import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldErrors } from '../../src/catalogue/error-texts/field-errors.js';
import { rejections } from '../../src/catalogue/errors/rejections.js';
import { webhookTypes } from '../../src/catalogue/webhook-types.js';
import { startTidings, type Tidings } from '../support/api.js';
import { apiDocument, type Json, within } from '../support/openapi/api-document.js';
import { breaches, descriptionRules, summaryRules, type Text, wordRules } from './english.js';

/** The specification's own words (section 3). */
const SPECIFIED = ['Validation failed'];

const errorTexts: readonly Text[] = [
  ...Object.entries(rejections).flatMap(([code, { en, cause, remedy }]) =>
    [en, cause, remedy].map((text) => ({ where: code, text })),
  ),
  ...Object.entries(fieldErrors).map(([code, { en }]) => ({ where: code, text: en })),
  ...Object.entries(webhookTypes).map(([type, text]) => ({ where: type, text })),
].filter(({ text }) => !SPECIFIED.includes(text));

let tidings: Tidings;
let document: Json;
beforeAll(async () => {
  tidings = await startTidings();
  ({ document } = apiDocument(tidings));
});
afterAll(() => tidings.close());

const textsAt = (key: 'description' | 'summary'): readonly Text[] =>
  [...within(document)]
    .filter(([where, value]) => typeof value[key] === 'string' && !where.includes('/example'))
    .map(([where, value]) => ({ where: `${where}/${key}`, text: value[key] }));

describe('plain technical English', () => {
  test('in the descriptions of the OpenAPI document', () => {
    const texts = textsAt('description');
    expect(texts.length).toBeGreaterThan(400);
    expect(breaches(texts, { ...descriptionRules, ...wordRules })).toEqual([]);
  });

  test('in the summaries of the OpenAPI document', () => {
    const texts = textsAt('summary');
    expect(texts.length).toBeGreaterThan(60);
    expect(breaches(texts, { ...summaryRules, ...wordRules })).toEqual([]);
  });

  test('in the catalogue', () => expect(breaches(errorTexts, { ...descriptionRules, ...wordRules })).toEqual([]));

  test('is written for every property, parameter and tag', () => {
    const parts = [...within(document)];
    const properties = parts.filter(([where]) => /\/properties\/\w+$/.test(where) && where.startsWith('#/components'));
    const parameters = parts.filter(([, value]) => typeof value.in === 'string' && typeof value.name === 'string');
    const silent = [...properties, ...parameters].filter(([, value]) => !value.description);
    expect(silent.map(([where]) => where)).toEqual([]);
    const described = new Set(document.tags.map(({ name }: Json) => name));
    const used = parts.filter(([, value]) => value.operationId).flatMap(([, value]) => value.tags as string[]);
    expect(used.filter((name) => !described.has(name))).toEqual([]);
  });
});

const words = (count: number) => `${'word '.repeat(count - 1)}word.`;

describe('the rules of English', () => {
  test.each([
    '',
    ' ',
    words(26),
    `Fine. ${words(26)}`,
    'Who is notified.',
    'What it is for.',
    'Whose it is.',
    'Whom it reaches.',
    'Whoever calls is told.',
    'Fine. Nobody may call it.',
    'Of a client only.',
    'Of the tenant.',
    'One who has the key.',
    'As asked.',
    "Replaces one's own name.",
    'Id of the tenant',
  ])('a description is not "%s"', (text) =>
    expect(breaches([{ where: 'here', text }], descriptionRules)).toHaveLength(1),
  );

  test.each(['', words(26).slice(0, -1), 'What it tells', 'List conversations.'])('a summary is not "%s"', (text) =>
    expect(breaches([{ where: 'here', text }], summaryRules)).toHaveLength(1),
  );

  test.each(['Cursor of the next page. Absent on the last page.', words(25), `${words(25)} ${words(25)}`])(
    'a description may be "%s"',
    (text) => expect(breaches([{ where: 'here', text }], descriptionRules)).toEqual([]),
  );

  test.each(['List conversations', 'Lock a conversation'])('a summary may be "%s"', (text) =>
    expect(breaches([{ where: 'here', text }], summaryRules)).toEqual([]),
  );
});
