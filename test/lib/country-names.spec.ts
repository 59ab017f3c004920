import { expect, test } from 'vitest';
import { countryNames } from '../../src/lib/country-names.js';

const { codeOf, namesOf } = countryNames();

test.each([
  ['AT', 'AT'],
  ['at', 'AT'],
  ['AUT', 'AT'],
  ['Austria', 'AT'],
  ['ÖSTERREICH', 'AT'],
  ['Osterreich', 'AT'],
  ['Autriche', 'AT'],
  [' Spain ', 'ES'],
  ['España', 'ES'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['Czech Republic', 'CZ'],
  ["Côte d'Ivoire", 'CI'],
  ['Es', 'ES'],
  ['Spai', undefined],
  ['Spain Madrid', undefined],
  ['', undefined],
  ['EU', undefined],
])('%s is the country %s', (text, code) => expect(codeOf(text)).toBe(code));

test('a country is found by each of its names, unless another has the same', () => {
  const shared = namesOf('CD').filter((name) => codeOf(name) !== 'CD');
  expect(shared.filter((name) => codeOf(name) !== 'CG')).toEqual([]);
  for (const code of ['AT', 'GB', 'US', 'TR', 'KR']) {
    for (const name of namesOf(code)) expect(codeOf(name), name).toBe(code);
  }
});
