import type { Operation } from './openapi.ts';

const digits = new Intl.NumberFormat('en');
const UNITS = [
  ['MiB', 1_048_576],
  ['KiB', 1_024],
] as const;

/** `1 MiB`, `4 MiB 64 KiB`. */
export function bytesText(bytes: number): string {
  let rest = bytes;
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    if (rest >= size) parts.push(`${digits.format(Math.floor(rest / size))} ${unit}`);
    rest %= size;
  }
  return rest === 0 && parts.length > 0 ? parts.join(' ') : `${digits.format(bytes)} bytes`;
}

/** Whose requests a bucket counts; the other buckets count those of a client address. */
const COUNTED: Readonly<Record<string, string>> = { tenant: 'the tenant', credential: 'each credential' };

/** `1,200,000 requests a minute for the tenant, 600,000 for each credential`. */
export function rateText(rates: Readonly<Record<string, number>>): string {
  const [first = '', ...more] = Object.entries(rates).map(
    ([bucket, rate], at) =>
      `${digits.format(rate)}${at === 0 ? ' requests a minute' : ''} for ${COUNTED[bucket] ?? 'each client address'}`,
  );
  return [first, ...more].join(', ');
}

const NO_CREDENTIALS = 'The call needs no credentials.';

/** The description without the sentence on roles, which the page shows beside it. */
export const descriptionOf = ({ description = '', 'x-roles': roles = [] }: Operation): string =>
  description
    .replace(roles.length === 0 ? NO_CREDENTIALS : `Roles: ${roles.join(', ')}.`, '')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Terms and lines of Markdown: who may make the call, and how much of it. */
export function termsOf(operation: Operation): readonly (readonly [term: string, text: string])[] {
  const { 'x-roles': roles = [], 'x-rate-limits': rates, 'x-max-body-bytes': bytes } = operation;
  return [
    ['Roles', roles.length === 0 ? 'None. The call needs no credentials.' : roles.map((role) => `\`${role}\``).join(', ')],
    ...(rates ? [['Rate limit', `${rateText(rates)}.`] as const] : []),
    ...(bytes === undefined ? [] : [['Body', `At most ${bytesText(bytes)}.`] as const]),
  ];
}
