import { expect, test } from 'vitest';
import { countryCodeOf, namesOfCountry } from '../../src/lib/country-names.js';

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
])('%s is the country %s', (text, code) => expect(countryCodeOf(text)).toBe(code));

test('a country is found by each of its names, unless another has the same', () => {
  const shared = namesOfCountry('CD').filter((name) => countryCodeOf(name) !== 'CD');
  expect(shared.filter((name) => countryCodeOf(name) !== 'CG')).toEqual([]);
  for (const code of ['AT', 'GB', 'US', 'TR', 'KR']) {
    for (const name of namesOfCountry(code)) expect(countryCodeOf(name), name).toBe(code);
  }
});
