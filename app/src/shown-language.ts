import { known, type Language } from './language.js';

/** The language that the page shows now. Calls name it, so that the service answers in it. */
export const shownLanguage = (): Language => known(document.documentElement.lang) ?? 'en';
