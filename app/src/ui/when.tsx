import { localeOf, useLanguage } from '../language.js';

const isToday = (at: Date) => at.toDateString() === new Date().toDateString();

/** A moment in the reader's locale: the time of today, else the date; the whole moment as a tooltip. */
export function When({ at }: { readonly at: string }) {
  const { language } = useLanguage();
  const date = new Date(at);
  const locale = localeOf(language);
  const short = isToday(date)
    ? new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(date)
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(date);
  return (
    <time dateTime={at} title={whole}>
      {short}
    </time>
  );
}
