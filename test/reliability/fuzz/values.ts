import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Json } from '../../support/openapi/api-document.js';

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '😀',
  'é',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{ a.b }}',
  '{{',
  '../..',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  'null',
  'a'.repeat(51),
  'a'.repeat(5_000),
);
const DEEPEST = 6;

const garbage: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  nasty,
  fc.constantFrom(null, true, 0, -1, 1e300, 2 ** 53, [], {}, [null], [[]]),
);

const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid(),
  'date-time': fc
    .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  'idn-email': fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/),
};

function text({ minLength = 0, maxLength = 200, format, pattern, enum: choices }: Json): Arbitrary<unknown> {
  if (choices) return fc.constantFrom(...choices);
  if (format) return FORMATS[format] ?? fc.string();
  if (pattern?.startsWith('^[A-Za-z0-9]')) return fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/);
  if (pattern?.startsWith('^\\+')) return fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  return fc.oneof(fc.string(length), fc.string({ ...length, unit: 'grapheme' }));
}

function fitting(api: ApiDocument, said: Json, depth: number): Arbitrary<unknown> {
  const schema = api.flat(said);
  if (schema.properties) return objectOf(api, schema, depth + 1);
  const types = [schema.type].flat();
  if (types.includes('string')) return text(schema);
  if (types.includes('boolean')) return fc.boolean();
  // What may stand within itself (a condition) is not followed for ever.
  if (types.includes('array') && depth > DEEPEST) return fc.constant([]);
  if (types.includes('array'))
    return fc.array(valueFor(api, schema.items, depth + 1), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    });
  const { minimum: min, maximum: max } = schema;
  if (types.includes('integer')) return fc.oneof(fc.integer({ min, max: Math.min(max, 1_000) }), fc.maxSafeInteger());
  if (types.includes('number')) return fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  return fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
}

/** Mostly what the schema wants, now and then anything else. */
export const valueFor = (api: ApiDocument, schema: Json, depth = 0): Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: fitting(api, schema, depth) }, { weight: 1, arbitrary: garbage });

/** Mostly all that is required and some of the rest; now and then something is missing, or nobody ever heard of it. */
export function objectOf(api: ApiDocument, { properties = {}, required = [] }: Json, depth = 0): Arbitrary<unknown> {
  const optional = Object.fromEntries(
    Object.entries<Json>(properties).map(([name, schema]) => [
      name,
      fc.option(valueFor(api, schema, depth), { nil: undefined, freq: required.includes(name) ? 30 : 1 }),
    ]),
  );
  const more = fc.dictionary(fc.string({ maxLength: 8 }), garbage, { maxKeys: 2 });
  const rarely = fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: more });
  return fc.tuple(fc.record(optional), rarely).map(([body, extra]) => ({ ...body, ...extra }));
}
