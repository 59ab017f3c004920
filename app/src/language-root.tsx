import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { browserLanguage, LanguageContext } from './language.js';

/** Begins with the language of the browser. The tenant and the person may have another one. */
export function Languages({ children }: { readonly children: ReactNode }) {
  const [language, choose] = useState(() => browserLanguage());
  const languages = useMemo(() => ({ language, choose }), [language]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext.Provider value={languages}>{children}</LanguageContext.Provider>;
}
