import { LANGUAGES } from '../../src/catalogue/tenant.js';

export type Language = (typeof LANGUAGES)[number];

export const knownLanguage = (name: string | undefined): Language | undefined =>
  LANGUAGES.find((each) => each === name);
