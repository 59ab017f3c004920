import type { Schema } from './openapi.ts';

const digits = new Intl.NumberFormat('en');
/** Bounds from here on say nothing to a reader. */
const UNBOUNDED = 2_147_483_647;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time (RFC 3339)',
  uuid: 'UUID',
  email: 'e-mail address',
  'idn-email': 'e-mail address',
  uri: 'URL',
};
const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  object: 'objects',
  boolean: 'booleans',
};

const typesIn = ({ type }: Schema): readonly string[] => [type ?? []].flat().filter((each) => each !== 'null');

const isNullable = ({ type, anyOf }: Schema): boolean =>
  [type ?? []].flat().includes('null') || (anyOf ?? []).some(({ type: each }) => each === 'null');

function plainType(schema: Schema, item: Schema | undefined): string {
  const [type] = typesIn(schema);
  if (type === 'array')
    return `list of ${item ? (PLURALS[plainType(item, undefined)] ?? `${plainType(item, undefined)} values`) : 'values'}`;
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format] ?? '';
  if (schema.oneOf || schema.properties || type === 'object') return 'object';
  return type ?? 'any JSON value';
}

/** `string`, `list of objects`, `integer or null`. `item` is the resolved schema of an item. */
export const typeText = (schema: Schema, item?: Schema): string =>
  `${plainType(schema, item)}${isNullable(schema) ? ' or null' : ''}`;

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const most = max === undefined || max >= UNBOUNDED ? undefined : digits.format(max);
  const least =
    min === undefined || (min === 0 && unit !== '') || (min <= 0 && most === undefined)
      ? undefined
      : digits.format(min);
  if (least !== undefined && most !== undefined)
    return least === most ? `${most}${unit}` : `${least} to ${most}${unit}`;
  if (most !== undefined) return min === 0 && unit === '' ? `0 to ${most}` : `at most ${most}${unit}`;
  return least === undefined ? undefined : `at least ${least}${unit}`;
}

/** The bounds of a value, each as a few words. */
export function boundsOf(schema: Schema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  return [
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' items'),
    schema['x-max-characters'] === undefined
      ? undefined
      : `at most ${digits.format(schema['x-max-characters'])} characters`,
  ].filter((bound) => bound !== undefined);
}

const DEFAULT = /(?:^|\s)Default: (.+?)\.(?=\s|$)/;
const LONGEST_DEFAULT = 40;

/** The list of values that a description ends with; the reference shows them as values. */
const VALUES = /\n\n- `[\s\S]*$/;

/** The description without its default and its values, and the default. A long one stays in the description. */
export function splitDefault(schema: Schema): { readonly text: string; readonly standard?: string } {
  const { default: given } = schema;
  const description = (schema.description ?? '').replace(VALUES, '');
  const [found = '', said] = DEFAULT.exec(description) ?? [];
  if (said !== undefined && said.length <= LONGEST_DEFAULT)
    return { text: description.replace(found, '').trim(), standard: said };
  return { text: description, ...(given === undefined ? {} : { standard: `\`${JSON.stringify(given)}\`` }) };
}
