import { localeOf, useLanguage } from '../language.js';

const FORMS = {
  time: { hour: '2-digit', minute: '2-digit' },
  date: { dateStyle: 'medium' },
  whole: { dateStyle: 'full', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A format takes longer to make than a row of a list to draw. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(at: Date, locale: string, form: keyof typeof FORMS): string {
  const key = `${locale} ${form}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, FORMS[form]);
  formats.set(key, format);
  return format.format(at);
}

const isToday = (at: Date) => at.toDateString() === new Date().toDateString();

/** A moment in the reader's locale: the time of today, else the date; the whole moment as a tooltip. */
export function When({ at }: { readonly at: string }) {
  const { language } = useLanguage();
  const date = new Date(at);
  const locale = localeOf(language);
  return (
    <time dateTime={at} title={formatted(date, locale, 'whole')}>
      {formatted(date, locale, isToday(date) ? 'time' : 'date')}
    </time>
  );
}
