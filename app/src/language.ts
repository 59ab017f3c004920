import { LANGUAGES } from '../../src/catalogue/tenant.js';

export type Language = (typeof LANGUAGES)[number];

/** The first language of the browser that the app has, else English. */
export function browserLanguage(): Language {
  const wanted = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return wanted.map((each) => LANGUAGES.find((known) => known === each)).find((each) => each !== undefined) ?? 'en';
}
