/** A schema within a schema, with its place as a fault names it and as a `$ref` names it. */
export interface Place {
  readonly schema: unknown;
  readonly path: string;
  readonly pointer: string;
  /** It judges the same value as the schema around it, not a part of that value. */
  readonly inPlace: boolean;
}

type Holds = 'one' | 'list' | 'named';

const KEYWORDS: Readonly<Record<string, { readonly holds: Holds; readonly inPlace: boolean }>> = {
  not: { holds: 'one', inPlace: true },
  if: { holds: 'one', inPlace: true },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { holds: 'one', inPlace: true },
  else: { holds: 'one', inPlace: true },
  items: { holds: 'one', inPlace: false },
  contains: { holds: 'one', inPlace: false },
  propertyNames: { holds: 'one', inPlace: false },
  additionalProperties: { holds: 'one', inPlace: false },
  unevaluatedProperties: { holds: 'one', inPlace: false },
  unevaluatedItems: { holds: 'one', inPlace: false },
  contentSchema: { holds: 'one', inPlace: false },
  allOf: { holds: 'list', inPlace: true },
  anyOf: { holds: 'list', inPlace: true },
  oneOf: { holds: 'list', inPlace: true },
  prefixItems: { holds: 'list', inPlace: false },
  dependentSchemas: { holds: 'named', inPlace: true },
  dependencies: { holds: 'named', inPlace: true },
  properties: { holds: 'named', inPlace: false },
  patternProperties: { holds: 'named', inPlace: false },
  $defs: { holds: 'named', inPlace: false },
  definitions: { holds: 'named', inPlace: false },
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const within = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const token = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The schemas directly inside one; what merely looks like a schema (in `const`, in an annotation) is none. */
export const subschemas = (place: Place): readonly Place[] =>
  [...held(place)].filter(({ schema }) => typeof schema === 'boolean' || isObject(schema));

function* held(place: Place): Generator<Place> {
  if (!isObject(place.schema)) return;
  for (const [keyword, value] of Object.entries(place.schema)) {
    const kind = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (kind === undefined) continue;
    const path = within(place.path, keyword);
    const pointer = `${place.pointer}/${keyword}`;
    if (kind.holds === 'one') yield { schema: value, path, pointer, inPlace: kind.inPlace };
    else if (Array.isArray(value) ? kind.holds === 'list' : isObject(value) && kind.holds === 'named')
      for (const [key, schema] of Object.entries(value as object))
        yield { schema, path: within(path, key), pointer: `${pointer}/${token(key)}`, inPlace: kind.inPlace };
  }
}
