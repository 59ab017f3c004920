import type { ApiDocument, Json } from '../../support/openapi/api-document.js';

/** A value that a field refuses: what is wrong with it, where it is told, and by which code where that is certain. */
export interface Bad {
  readonly what: string;
  readonly path: string;
  readonly code?: string;
  readonly body: Json;
}

type Value = readonly [what: string, value: unknown, code?: string];

const UNSTORABLE: readonly Value[] = [
  ['NUL', 'a\0b', 'errors.field.characters'],
  ['a lone high surrogate', 'a\ud800', 'errors.field.characters'],
  ['a lone low surrogate', '\udc00a', 'errors.field.characters'],
];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  uuid: ['nobody', '01890000-0000-7000-8000-00000000000', '{01890000-0000-7000-8000-000000000000}'],
  'date-time': ['tomorrow', '2030-02-30T00:00:00Z', '2030-01-01', '2030-01-01T00:00:00', '2030-01-01T24:00:00Z'],
  'idn-email': ['nobody', '@b.example', 'a@b', 'a b@c.example', `${'a'.repeat(250)}@b.example`],
};

const wrongTypes = (type: string, values: readonly unknown[]): readonly Value[] =>
  values.map((value) => [`${JSON.stringify(value)} instead of ${type}`, value, 'errors.field.type']);

function* badTexts({ minLength = 0, maxLength, format, pattern, enum: choices }: Json): Generator<Value> {
  yield* wrongTypes('string', [7, true, {}, []]);
  yield* UNSTORABLE;
  if (choices) yield* [['no choice', 'NOPE', 'errors.field.choice'] as const, ['empty', ''] as const];
  else if (minLength > 0 || format || pattern) yield ['empty', ''];
  if (maxLength !== undefined && !choices) yield ['one too long', 'a'.repeat(maxLength + 1)];
  if (minLength > 1) yield ['one too short', 'a'.repeat(minLength - 1), 'errors.field.length'];
  const odd = ['!', 'a b!', 'é', '_', '-a', 'a\n'].filter((text) => pattern && !new RegExp(pattern).test(text));
  for (const text of odd) yield ['not of the pattern', text];
  for (const text of FORMATS[format] ?? []) yield [`no ${format}`, text];
}

function* badNumbers({ type, minimum, maximum }: Json): Generator<Value> {
  yield* wrongTypes('number', ['1', true, {}, []]);
  if ([type].flat().includes('integer')) yield ['a fraction', minimum + 0.5, 'errors.field.type'];
  yield ['one too low', minimum - 1, 'errors.field.range'];
  if (maximum < Number.MAX_SAFE_INTEGER) yield ['one too high', maximum + 1, 'errors.field.range'];
}

function* badLists({ minItems = 0, maxItems, items }: Json): Generator<Value> {
  yield* wrongTypes('array', ['a', 7, true, {}]);
  yield* wrongTypes('their items', [[7], [[]], [true]]).map(([what, value]) => [what, value] as const);
  yield ['null inside', [null]];
  if (minItems > 0) yield ['too few', [], 'errors.field.count'];
  const one = items?.type === 'string' ? 'a' : {};
  if (maxItems < 10_000) yield ['one too many', Array(maxItems + 1).fill(one), 'errors.field.count'];
}

function* badValues(api: ApiDocument, said: Json): Generator<Value> {
  const schema = api.flat(said);
  const types = [schema.type].flat();
  if (!types.includes('null') && !said.allOf) yield ['null', null, 'errors.field.null'];
  if (types.includes('string')) yield* badTexts(schema);
  else if (types.includes('integer') || types.includes('number')) yield* badNumbers(schema);
  else if (types.includes('boolean')) yield* wrongTypes('boolean', [1, 0, 'true', [], {}]);
  else if (types.includes('array')) yield* badLists(schema);
  else yield* wrongTypes('object', ['a', 7, true, []]);
}

/** Everything that can be wrong with a body of this schema, one thing at a time; `good` is fine but for that. */
export function* badBodies(api: ApiDocument, schema: Json, good: Json, path = '', depth = 0): Generator<Bad> {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of ['never_heard_of', 'constructor', 'toString'])
    yield { what: 'unknown', path: at(name), code: 'errors.field.unknown', body: { ...good, [name]: 'x' } };
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = good;
    yield { what: 'missing', path: at(name), code: 'errors.field.required', body: rest };
  }
  for (const [name, said] of Object.entries<Json>(schema.properties)) {
    for (const [what, value, code] of badValues(api, said)) {
      yield { what, path: at(name), ...(code ? { code } : {}), body: { ...good, [name]: value } };
    }
    const inner = api.flat(said.items ?? said);
    const isNamed = said.items?.$ref ?? said.allOf?.[0]?.$ref ?? said.$ref;
    if (!isNamed || inner.properties === undefined || depth > 0) continue;
    const isList = said.items !== undefined;
    const one = Object.fromEntries((inner.required ?? []).map((key: string) => [key, 'x']));
    for (const bad of badBodies(api, inner, one, isList ? `${at(name)}.1` : at(name), depth + 1))
      yield { ...bad, body: { ...good, [name]: isList ? [one, bad.body] : bad.body } };
  }
}

/** A body in which every property is of a wrong type, and one is unknown; all of them are to be told. */
export function allWrong(schema: Json): { readonly body: Json; readonly paths: readonly string[] } {
  const names = Object.keys(schema.properties);
  const wrong = (name: string) => ([schema.properties[name].type].flat().includes('boolean') ? 'x' : true);
  const body = Object.fromEntries(names.map((name) => [name, wrong(name)]));
  return { body: { ...body, never_heard_of: 1 }, paths: [...names, 'never_heard_of'] };
}

/** Query strings that a parameter refuses. */
export function* badQueries({ name, schema, style, explode }: Json): Generator<readonly [what: string, query: string]> {
  const { type, minimum, maximum, maxLength, enum: choices, format } = schema;
  const isList = style === 'form';
  yield ['empty', `${name}=`];
  yield ['without value', name];
  yield ['NUL', `${name}=a%00b`];
  if (!isList) yield ['twice', `${name}=1&${name}=1`];
  const hasCommas = isList && explode === false;
  if (hasCommas) yield ['empty inside', `${name}=,`];
  if (isList && explode) yield ['empty among others', `${name}=a&${name}=`];
  if (choices || hasCommas) yield ['no choice', `${name}=NOPE`];
  if (type === 'boolean') for (const text of ['1', 'TRUE', 'yes', '%20true']) yield ['no boolean', `${name}=${text}`];
  if (type === 'integer') {
    for (const text of ['x', '1.5', '1e3', '0x10', '%201', '9'.repeat(30), 'NaN', 'Infinity'])
      yield ['no integer', `${name}=${text}`];
    yield ['one too low', `${name}=${minimum - 1}`];
    if (maximum < Number.MAX_SAFE_INTEGER) yield ['one too high', `${name}=${maximum + 1}`];
  }
  if (maxLength) yield ['one too long', `${name}=${'a'.repeat(maxLength + 1)}`];
  for (const text of FORMATS[format] ?? []) yield [`no ${format}`, `${name}=${encodeURIComponent(text)}`];
}
