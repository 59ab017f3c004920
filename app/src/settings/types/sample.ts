/** The value of a placeholder as text. */
export type Values = (path: string) => string;

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Data that a schema describes, for a preview: its examples where it has them. */
export function sampleOf(schema: unknown, name = ''): unknown {
  if (!isObject(schema)) return name;
  const { const: only, default: usual, examples, enum: choices, type, properties, items } = schema;
  const [given] = [only, usual, firstOf(examples), firstOf(choices)].filter((each) => each !== undefined);
  if (given !== undefined) return given;
  if (isObject(properties))
    return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, sampleOf(each, key)]));
  const [kind] = [type].flat();
  if (kind === 'array') return items === undefined ? [] : [sampleOf(items, name)];
  if (kind === 'object') return {};
  if (kind === 'number' || kind === 'integer') return 1;
  if (kind === 'boolean') return true;
  return kind === 'null' ? null : name;
}

const firstOf = (values: unknown): unknown => (Array.isArray(values) ? values[0] : undefined);

/** Values of placeholders: paths into sample data, and the three that each conversation has. */
export function valuesOf(data: unknown, description: string): Values {
  const extras: Schema = {
    conversation_id: 'c-1',
    conversation_description: description,
    conversation_unread_count: 2,
  };
  return (path) => {
    const value = Object.hasOwn(extras, path) ? extras[path] : at(data, path.split('.'));
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

function at(value: unknown, [name, ...more]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return at((value as Schema)[name], more);
}
