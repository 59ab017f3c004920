import { pascal, refTo, type Schema, type Schemas } from './schema.js';
import { choices, type Union, unions } from './unions.js';

/** Replaces each schema of the table with a `oneOf` of a schema for each kind. @throws Error if the table names what is not there */
export function splitUnions(schemas: Schemas): void {
  for (const [name, { description, of }] of Object.entries(choices)) {
    const unknown = of.find((each) => !schemas[each]);
    if (unknown) throw new Error(`The schema ${unknown} of the choice ${name} is not there.`);
    schemas[name] = { oneOf: of.map(refTo), description };
  }
  for (const [name, union] of Object.entries(unions)) {
    const whole = schemas[name];
    if (!whole?.properties) throw new Error(`The union ${name} is no schema.`);
    const known = new Set(Object.keys(whole.properties));
    const unknown = Object.keys({ ...union.only, ...union.values, ...union.holds }).find((each) => !known.has(each));
    if (unknown) throw new Error(`The union ${name} has no property ${unknown}.`);
    const kinds = kindsOf(whole, union);
    const mapping: Record<string, string> = {};
    const members = Object.entries(kinds).map(([kind, values]) => {
      const own = union.named.replace('*', pascal(kind));
      if (schemas[own]) throw new Error(`The schema ${own} of the union ${name} is there already.`);
      schemas[own] = memberOf(whole, union, kind, kinds);
      for (const value of values) mapping[value] = String(refTo(own).$ref);
      return refTo(own);
    });
    const { description } = whole;
    schemas[name] = {
      oneOf: members,
      ...(union.by ? { discriminator: { propertyName: union.by, mapping } } : {}),
      ...(description ? { description } : {}),
    };
  }
}

function kindsOf({ properties }: Schema, { by, kinds }: Union): Readonly<Record<string, readonly string[]>> {
  if (kinds) return kinds;
  const values = (by === undefined ? undefined : properties?.[by]?.enum) as readonly string[] | undefined;
  return Object.fromEntries((values ?? []).map((value) => [value, [value]]));
}

/** A rule that the schema of one kind says by itself: what is required for it, or not allowed. */
const RULE = /^(Required|Allowed only|Not allowed|Default) for /;

/** Leaves out the sentences on other kinds, and rules: `Name. Required for CLIENT.` becomes `Name.` */
function describedFor(description: string, kind: string, all: readonly string[]): string {
  const [first = '', ...more] = description.split(/(?<=\.) (?=[A-Z])/);
  const named = (sentence: string) => all.filter((each) => new RegExp(`\\b${each}\\b`).test(sentence));
  const own = more.flatMap((sentence) => {
    const kinds = named(sentence);
    if (kinds.length === 0) return /^Required for (the grant|token exchange)/.test(sentence) ? [] : [sentence];
    if (sentence.startsWith(`Default for ${kind}: `)) return [sentence.replace(` for ${kind}`, '')];
    return kinds.join() === kind && !RULE.test(sentence) ? [sentence] : [];
  });
  return [first, ...own].join(' ');
}

function memberOf(
  whole: Schema,
  union: Union,
  kind: string,
  kinds: Readonly<Record<string, readonly string[]>>,
): Schema {
  const values = kinds[kind] ?? [];
  const all = Object.keys(kinds);
  const { by, only = {}, always = [], needs = {} } = union;
  const own = Object.entries(whole.properties ?? {}).filter(([property]) => only[property]?.includes(kind) ?? true);
  const properties = own.map(([property, schema]): [string, Schema] => {
    const description = describedFor(schema.description ?? '', kind, all);
    if (property === by) return [property, narrowed(description, values)];
    const choices = union.values?.[property]?.[kind];
    if (choices) return [property, narrowed(description, choices)];
    const held = union.holds?.[property]?.[kind];
    return [property, held ? { description, ...refTo(held) } : { ...schema, description }];
  });
  const required = [...new Set([...(whole.required ?? []), ...always, ...(needs[kind] ?? [])])];
  return { ...structuredClone({ ...whole, properties: Object.fromEntries(properties) }), required };
}

const narrowed = (description: string, values: readonly string[]): Schema => ({
  type: 'string',
  enum: values,
  ...(description ? { description } : {}),
});
