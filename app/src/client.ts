import { type Options, Tidings } from '../../sdk/src/tidings.js';
import { knownLanguage, type Language } from './languages.js';

const shownLanguage = (): Language => knownLanguage(document.documentElement.lang) ?? 'en';

/** A client of the service, which answers in the language that the page shows at the time of a call. */
export const clientOf = (options: Omit<Options, 'url' | 'language'> = {}): Tidings =>
  new Tidings({
    ...options,
    url: location.origin,
    get language() {
      return shownLanguage();
    },
  });
