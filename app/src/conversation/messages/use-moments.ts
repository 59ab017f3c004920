import { useMemo } from 'react';
import { localeOf, useLanguage } from '../../language.js';

/** Formats of moments in the reader's locale. */
export function useMoments() {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const made = new Intl.DateTimeFormat(localeOf(language), options);
      return (at: string) => made.format(new Date(at));
    };
    return {
      day: format({ dateStyle: 'full' }),
      time: format({ hour: '2-digit', minute: '2-digit' }),
      short: format({ dateStyle: 'short', timeStyle: 'short' }),
      whole: format({ dateStyle: 'full', timeStyle: 'medium' }),
    };
  }, [language]);
}
