import { pascal, refTo, type Schema, type Schemas } from './schema.js';
import { type Union, unions } from './unions.js';

/** Replaces each schema of the table with a `oneOf` of a schema for each kind. @throws Error if the table names what is not there */
export function splitUnions(schemas: Schemas): void {
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
      schemas[own] = memberOf(whole, union, kind, values);
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

function memberOf(whole: Schema, union: Union, kind: string, values: readonly string[]): Schema {
  const { by, only = {}, always = [], needs = {} } = union;
  const own = Object.entries(whole.properties ?? {}).filter(([property]) => only[property]?.includes(kind) ?? true);
  const properties = own.map(([property, schema]): [string, Schema] => {
    if (property === by) return [property, narrowed(schema, values)];
    const choices = union.values?.[property]?.[kind];
    if (choices) return [property, narrowed(schema, choices)];
    const held = union.holds?.[property]?.[kind];
    return [property, held ? { description: schema.description ?? '', ...refTo(held) } : schema];
  });
  const required = [...new Set([...(whole.required ?? []), ...always, ...(needs[kind] ?? [])])];
  return { ...structuredClone({ ...whole, properties: Object.fromEntries(properties) }), required };
}

const narrowed = ({ description }: Schema, values: readonly string[]): Schema => ({
  type: 'string',
  enum: values,
  ...(description ? { description } : {}),
});
