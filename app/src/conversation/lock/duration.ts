const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const presets = { minutes15: 15 * MINUTE, hour: HOUR, day: DAY } as const;

/** Time that is left, in the largest unit or two: `14 min 5 sec`, `2 hr 10 min`, `3 days`. */
export function leftIn(ms: number, locale: string): string {
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  if (ms >= 2 * DAY)
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
      Math.floor(ms / DAY),
    );
  if (ms >= HOUR) return `${unit(Math.floor(ms / HOUR), 'hour')} ${unit(Math.floor((ms % HOUR) / MINUTE), 'minute')}`;
  if (ms >= MINUTE)
    return `${unit(Math.floor(ms / MINUTE), 'minute')} ${unit(Math.floor((ms % MINUTE) / SECOND), 'second')}`;
  return unit(Math.ceil(ms / SECOND), 'second');
}
