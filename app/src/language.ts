import { createContext, useContext } from 'react';
import { knownLanguage, type Language } from './languages.js';

export type { Language } from './languages.js';

/** The first language of the browser that the app has, else that of the tenant, else English. */
export function browserLanguage(ofTenant?: string): Language {
  const wanted = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return wanted.map(knownLanguage).find((each) => each !== undefined) ?? knownLanguage(ofTenant?.toLowerCase()) ?? 'en';
}

interface Languages {
  readonly language: Language;
  /** Shows the whole app in another language. */
  choose(language: Language): void;
}

export const LanguageContext = createContext<Languages>({ language: 'en', choose: () => {} });

export const useLanguage = (): Languages => useContext(LanguageContext);

/** The texts of a room in the language of the reader. German has the members of English. */
export const useTexts = <T>(texts: { readonly en: T; readonly de: NoInfer<T> }): T => texts[useLanguage().language];

/** A tag that `Intl` takes: some browsers list the locale of the system, such as `en-US@posix`. */
const TAG = /^[a-z]{2}(-[a-z0-9]{2,8})*$/i;

/** The locale of dates and numbers: the reader's own where it has the language of the texts. */
export const localeOf = (language: Language): string =>
  navigator.languages.find((each) => TAG.test(each) && each.slice(0, 2).toLowerCase() === language) ?? language;
