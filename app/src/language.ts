import { createContext, useContext } from 'react';
import { LANGUAGES } from '../../src/catalogue/tenant.js';

export type Language = (typeof LANGUAGES)[number];

/** The language of the app that has this name. */
export const known = (name: string | undefined): Language | undefined => LANGUAGES.find((each) => each === name);

/** The first language of the browser that the app has, else that of the tenant, else English. */
export function browserLanguage(ofTenant?: string): Language {
  const wanted = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return wanted.map(known).find((each) => each !== undefined) ?? known(ofTenant?.toLowerCase()) ?? 'en';
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

/** The locale of dates and numbers: the reader's own where it has the language of the texts. */
export const localeOf = (language: Language): string =>
  navigator.languages.find((each) => each.slice(0, 2).toLowerCase() === language) ?? language;
