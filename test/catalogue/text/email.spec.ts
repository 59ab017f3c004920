import { describe, expect, test } from 'vitest';
import { asciiEmail, emailDomain, isEmail, sameEmail } from '../../../src/catalogue/text/email.js';

describe('an e-mail address', () => {
  test.each([
    'anna@acme.example',
    'a.b+c@x-y.co.uk',
    'info@müller.de',
    'info@MÜLLER.de',
    'info@xn--mller-kva.de',
    'a@例え.テスト',
    'a@例え。テスト',
    'a@пример.рф',
    'a@faß.de',
    `${'a'.repeat(64)}@acme.example`,
  ])('%s', (text) => expect(isEmail(text)).toBe(true));

  test.each([
    '',
    'anna',
    '@acme.example',
    'anna@',
    'anna@acme',
    'anna@müller',
    'anna@acme..example',
    'anna@-a.example',
    'anna@a_b.example',
    'anna@1.2.3.4',
    'anna@[1.2.3.4]',
    'anna@ac me.example',
    'anna@ac\tme.de',
    'anna@mül\nler.de',
    'anna@mü%41ler.de',
    'anna@müller.de/x',
    'anna@müller.de:25',
    'anna@müller.de?x',
    'anna@müller.de#x',
    'jürgen@acme.example',
    'a@b@müller.de',
    'a b@acme.example',
    `${'a'.repeat(65)}@acme.example`,
    `a@${'ü'.repeat(60)}.de`,
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false));
});

test('goes to its domain in ASCII', () => {
  expect(asciiEmail('Info@Müller.de')).toBe('Info@xn--mller-kva.de');
  expect(asciiEmail('Anna@Acme.example')).toBe('Anna@Acme.example');
  expect(asciiEmail('nobody')).toBe('nobody');
});

test('is the same without regard to case, to blanks around it, and to how its domain is written', () => {
  const forms = ['info@müller.de', ' INFO@MÜLLER.DE ', 'info@mu\u0308ller.de', 'Info@XN--MLLER-KVA.de'];
  expect(new Set(forms.map(sameEmail))).toEqual(new Set(['info@xn--mller-kva.de']));
  expect(emailDomain('Info@Müller.de')).toBe('xn--mller-kva.de');
  expect(sameEmail('Olga@acme.example')).toBe('olga@acme.example');
});
