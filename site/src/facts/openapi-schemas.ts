export interface Schema {
  readonly [member: string]: unknown;
}
export type Schemas = Readonly<Record<string, Schema>>;

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Names of the schemas that a document refers to. */
export const schemaNames = (document: unknown): readonly string[] =>
  [...JSON.stringify(document).matchAll(REFERENCE)].map(([, name = '']) => name);

/** The named schemas of an OpenAPI document with those they refer to, without the discriminators of OpenAPI. @throws Error where one is missing */
export function schemasFor(names: readonly string[], schemas: Schemas): Schemas {
  const found = new Map<string, Schema>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const known = schemas[name];
    if (!known) throw new Error(`The OpenAPI document has no schema ${name}.`);
    const { discriminator: _, ...schema } = known;
    found.set(name, schema);
    waiting.push(...schemaNames(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}
