import { type CountryNames, countryNames } from '../../lib/country-names.js';
import type { AddressedLocation, GeocoderLanguage } from '../../ports/delivery/geocoder.js';
import { localName } from './local-names.js';
import { DEGREE, type PlaceIndex, type PlaceNumber } from './place-index.js';
import { words } from './words.js';

const LANGUAGES: readonly GeocoderLanguage[] = ['en', 'de'];

/** Names of countries come from the runtime (CLDR). */
const displayNames: Readonly<Record<GeocoderLanguage, Intl.DisplayNames>> = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  de: new Intl.DisplayNames('de', { type: 'region' }),
};

const countryName = (language: GeocoderLanguage, code: string): string => displayNames[language].of(code) ?? code;

function regionSpellings(index: PlaceIndex, region: number): readonly string[] {
  const [country = '', code = ''] = (index.regionCodes[region] ?? '').split('.');
  const name = index.regionNames[region] ?? '';
  const named = LANGUAGES.map((language) => words(localName(language, country, name)));
  return [words(name), ...named, ...(/^[A-Z]{2,3}$/.test(code) ? [words(code)] : [])].filter((each) => each !== '');
}

/** Countries and regions by spelling. */
export interface Areas {
  readonly names: CountryNames;
  readonly countries: ReadonlyMap<string, ReadonlySet<number>>;
  readonly regions: ReadonlyMap<string, ReadonlySet<number>>;
}

function bySpelling(count: number, spellingsOf: (n: number) => readonly string[]) {
  const found = new Map<string, Set<number>>();
  for (let n = 0; n < count; n++) {
    for (const spelling of spellingsOf(n)) found.set(spelling, (found.get(spelling) ?? new Set()).add(n));
  }
  return found;
}

export function areasOf(index: PlaceIndex): Areas {
  const names = countryNames();
  const spellings = (n: number) => names.namesOf(index.countryCodes[n] ?? '').map(words);
  return {
    names,
    countries: bySpelling(index.countryCodes.length, spellings),
    regions: bySpelling(index.regionCodes.length, (n) => (n === 0 ? [] : regionSpellings(index, n))),
  };
}

/** The name of a place in each of the languages. */
export function mainNames(index: PlaceIndex, n: PlaceNumber): readonly string[] {
  const country = index.countryCodes[index.countries[n] ?? 0] ?? '';
  const name = index.names.at(n);
  return LANGUAGES.map((language) => localName(language, country, name));
}

/** `Linz, Oberösterreich, Österreich`; a region that is named like the place is left out. */
export function addressed(index: PlaceIndex, n: PlaceNumber, language: GeocoderLanguage): AddressedLocation {
  const country = index.countryCodes[index.countries[n] ?? 0] ?? '';
  const name = localName(language, country, index.names.at(n));
  const region = localName(language, country, index.regionNames[index.regions[n] ?? 0] ?? '');
  const parts = [name, ...(region === '' || words(region) === words(name) ? [] : [region])];
  return {
    formattedAddress: [...parts, countryName(language, country)].join(', '),
    location: { latitude: (index.latitudes[n] ?? 0) / DEGREE, longitude: (index.longitudes[n] ?? 0) / DEGREE },
  };
}
