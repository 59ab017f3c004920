import { describe, expect, test } from 'vitest';
import { errorsOf, rulesOf } from '../../../app/src/reset/rules.js';
import { texts } from '../../../app/src/reset/texts.js';
import { isCommonPassword } from '../../../src/catalogue/passwords/common-passwords.js';
import { operationalRetention } from '../../../src/catalogue/retention.js';

const text = texts.en;
const GOOD = 'a quiet green river';
const values = (password: string, repeat = password) => ({ email: 'anna@acme.example', password, repeat });
const kept = (password: string, repeat?: string) =>
  rulesOf(values(password, repeat), isCommonPassword, text).map(({ isKept }) => isKept);

describe('the rules of a new password', () => {
  test.each([
    [GOOD, GOOD, [true, true, true]],
    ['', '', [false, false, false]],
    ['short', 'other', [false, true, false]],
    ['Password1', 'Password1', [true, false, true]],
    ['\u{1f600}'.repeat(7), '\u{1f600}'.repeat(7), [false, true, true]],
    ['\u{1f600}'.repeat(128), '', [true, true, false]],
    ['x'.repeat(129), '', [false, true, false]],
  ])('%j and %j keep %j', (password, repeat, expected) => expect(kept(password, repeat)).toEqual(expected));

  test('before the list is loaded, no password counts as uncommon, and none is refused as common', () => {
    expect(rulesOf(values(GOOD), undefined, text)[1]?.isKept).toBe(false);
    expect(errorsOf(values('password1'), undefined, text)).toEqual({});
    expect(errorsOf(values('password1'), isCommonPassword, text)).toEqual({ password: text.common });
  });
});

test.each([
  ['anna', text.wrongEmail],
  ['', text.noEmail],
  [`${'a'.repeat(64)}@${'b.'.repeat(100)}example`, text.wrongEmail],
])('the address %j is refused: %s', (email, error) =>
  expect(errorsOf({ ...values(GOOD), email }, isCommonPassword, text)).toEqual({ email: error }),
);

test('the texts name the lifetimes of links', () => {
  expect(operationalRetention['password-token']).toMatchObject({ hours: 1, days: 7 });
  expect(texts.en.invalid[1]).toMatch(/one hour.*seven days/);
  expect(texts.de.invalid[1]).toMatch(/eine Stunde.*sieben Tage/);
});

test('English and German say the same things', () => {
  const shapeOf = (of: object) => Object.entries(of).map(([name, value]) => [name, typeof value, value.length > 0]);
  expect(shapeOf(texts.de)).toEqual(shapeOf(texts.en));
  expect(texts.de.invalid).toHaveLength(texts.en.invalid.length);
});
