import { expect, test } from 'vitest';
import { formFields } from '../../../src/http/body/form.js';

test('of a form with more fields than any has only the first 1,000 are read', () => {
  expect([...formFields('a&'.repeat(32_768))]).toHaveLength(1_000);
  const many = Array.from({ length: 1_001 }, (_, n) => `f${n}=%20${n}`).join('&');
  expect([...formFields(many)].at(-1)).toEqual(['f999', ' 999']);
});

test('separators without a field between them are no fields', () =>
  expect([...formFields(`${'&'.repeat(500)}a=1${'&'.repeat(500)}b=%26`)]).toEqual([
    ['a', '1'],
    ['b', '&'],
  ]));
