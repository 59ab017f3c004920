import { expect, test } from 'vitest';
import { isCommonPassword } from '../../src/catalogue/passwords/common-passwords.js';

test.each([
  'password',
  'PASSWORD',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  'Summer2020',
  'dragon123',
  'Hallo123!',
  'ｐassword',
])('%s is tried first by everyone', (password) => expect(isCommonPassword(password)).toBe(true));

test.each(['a quiet green river', 'Tr0ub4dor&3', 'correct horse battery staple', ''])('%j is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
);
