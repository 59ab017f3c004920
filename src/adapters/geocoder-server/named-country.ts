import { countryNames } from '../../lib/country-names.js';

/** The country of a question. */
export interface NamedCountry {
  /** ISO 3166-1 alpha-2; undefined: there is none with this code or whole name. */
  readonly code: string | undefined;
  /** A place of another country. @param code of the place, ISO 3166-1, where the server says one */
  excludes(code: unknown): boolean;
}

/** Countries by the text of a question; undefined where it has none. */
export function namedCountries(): (country: string | undefined) => NamedCountry | undefined {
  const names = countryNames();
  return (country) => {
    if (country === undefined) return undefined;
    const code = names.codeOf(country);
    return {
      code,
      excludes: (other) => code !== undefined && typeof other === 'string' && names.codeOf(other) !== code,
    };
  };
}
