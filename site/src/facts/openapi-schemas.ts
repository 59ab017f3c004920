export interface Schema {
  readonly [member: string]: unknown;
}
export type Schemas = Readonly<Record<string, Schema>>;

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** The named schemas of an OpenAPI document with those they refer to, without the discriminators of OpenAPI. @throws Error where one is missing */
export function schemasFor(names: readonly string[], schemas: Schemas): Schemas {
  const found = new Map<string, Schema>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const whole = schemas[name];
    if (!whole) throw new Error(`The OpenAPI document has no schema ${name}.`);
    const { discriminator: _, ...schema } = whole;
    found.set(name, schema);
    for (const [, each = ''] of JSON.stringify(schema).matchAll(REFERENCE)) waiting.push(each);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}
