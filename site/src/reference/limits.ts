import type { Call, Operation } from './openapi.ts';

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

/** Senders whose requests a bucket counts. The other buckets count those of a client address. */
const COUNTED: Readonly<Record<string, string>> = { tenant: 'the tenant', credential: 'each credential' };

/** `60,000 requests a minute for the tenant, 30,000 for each credential`. */
export function rateText(rates: Readonly<Record<string, number>>): string {
  const [first = '', ...more] = Object.entries(rates).map(
    ([bucket, rate], at) =>
      `${digits.format(rate)}${at === 0 ? ' requests a minute' : ''} for ${COUNTED[bucket] ?? 'each client address'}`,
  );
  return [first, ...more].join(', ');
}

const NO_CREDENTIALS = 'The call needs no credentials.';

/** Sentences at the end of a description on what only some roles can do. */
const RIGHTS = /(?:(?:^| )Only [A-Z_]+(?:, [A-Z_]+)*(?: and [A-Z_]+)? can [^.]+\.)+$/;

function parted({ description = '', 'x-roles': roles = [] }: Operation) {
  const access = roles.length === 0 ? NO_CREDENTIALS : `Roles: ${roles.join(', ')}.`;
  const told = description.replace(access, '').replace(/ {2,}/g, ' ').trim();
  const [rights = ''] = RIGHTS.exec(told) ?? [];
  return { purpose: told.slice(0, told.length - rights.length).trim(), rights: rights.trim() };
}

/** The description without the sentences on roles, which the page shows apart. */
export const descriptionOf = (operation: Operation): string => parted(operation).purpose;

/** One line for search engines and lists: the call, and its first sentence. */
export const summaryOf = ({ isWebhook, method, path, operation }: Call): string => {
  const call = isWebhook ? `Webhook ${path}` : `${method} ${path.replace('/api/v1', '')}`;
  const [first = ''] = descriptionOf(operation).split(/(?<=\.)\s/);
  return `${call}: ${(first || operation.summary).replaceAll('`', '').replace(/\.$/, '')}.`;
};

/** Terms and lines of Markdown: who may make the call, and how much of it. */
export function termsOf(operation: Operation): readonly (readonly [term: string, text: string])[] {
  const { 'x-roles': roles = [], 'x-rate-limits': rates, 'x-max-body-bytes': bytes } = operation;
  const { rights } = parted(operation);
  return [
    [
      'Roles',
      roles.length === 0 ? 'None. The call needs no credentials.' : roles.map((role) => `\`${role}\``).join(', '),
    ],
    ...(rights === '' ? [] : [['Permissions', rights] as const]),
    ...(rates ? [['Rate limit', `${rateText(rates)}.`] as const] : []),
    ...(bytes === undefined ? [] : [['Body', `At most ${bytesText(bytes)}.`] as const]),
  ];
}
