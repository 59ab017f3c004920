import { type Document, type Parameter, resolved, type Schema } from './openapi.ts';
import { boundsOf, splitDefault, typeText } from './type-text.ts';

/** A parameter, or a member of a body, with what the reference says of it. */
export interface Field {
  /** Id of its place on the page; it stays the same as long as the field has its name and place. */
  readonly anchor: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly bounds: readonly string[];
  readonly pattern?: string;
  readonly standard?: string;
  readonly text: string;
  readonly values: readonly { readonly value: string; readonly meaning?: string }[];
  readonly members: Members;
}

export interface Members {
  readonly fields: readonly Field[];
  /** Kinds of a union with the fields that not every kind has. */
  readonly kinds: readonly { readonly name: string; readonly anchor: string; readonly fields: readonly Field[] }[];
  /** The schema contains itself here, so its members are above. */
  readonly repeats?: true;
}

const NONE: Members = { fields: [], kinds: [] };
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** A nullable schema without null; several alternatives are a union. */
function withoutNull(document: Document, schema: Schema): Schema {
  const { anyOf, ...others } = schema;
  const [only, ...more] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  if (!only) return schema;
  if (more.length > 0) return { ...others, oneOf: [only, ...more] };
  return { ...resolved(document, only), ...schema };
}

/** The parts of `allOf` as one object. */
function joined(document: Document, schema: Schema): Schema {
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((part) => joined(document, resolved(document, part)));
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: [...parts, schema].flatMap(({ required = [] }) => required),
  };
}

const whole = (document: Document, schema: Schema) =>
  joined(document, withoutNull(document, resolved(document, schema)));

/** Walks the schemas of one body or answer; `above` are the names of the schemas around the present one. */
class Walk {
  constructor(private readonly document: Document) {}

  field(name: string, given: Schema, required: boolean, anchor: string, above: readonly string[]): Field {
    const schema = whole(this.document, given);
    const item = schema.items ? whole(this.document, schema.items) : undefined;
    const { text, standard } = splitDefault(schema);
    const choices = item?.enum || item?.const !== undefined ? item : schema;
    const enumerated = choices.enum ?? (choices.const === undefined ? [] : [choices.const]);
    const meanings = choices['x-enum-descriptions'] ?? [];
    const own = boundsOf(schema);
    const pattern = schema.pattern ?? item?.pattern;
    const ofItem = item && !item.enum && !item.properties ? boundsOf(item).map((bound) => `each ${bound}`) : [];
    return {
      anchor,
      name,
      type: typeText(schema, item),
      required,
      bounds: [...own, ...ofItem],
      ...(pattern === undefined ? {} : { pattern }),
      ...(standard === undefined ? {} : { standard }),
      text,
      values: enumerated.map((value, at) => {
        const meaning = meanings[at];
        return { value: String(value), ...(meaning === undefined ? {} : { meaning }) };
      }),
      members: this.members(schema.items ?? given, anchor, above),
    };
  }

  members(given: Schema, anchor: string, above: readonly string[]): Members {
    const ref = this.nameIn(given);
    if (ref !== undefined && above.includes(ref)) return { ...NONE, repeats: true };
    const inside = ref === undefined ? above : [...above, ref];
    const schema = whole(this.document, given);
    if (schema.items) return this.members(schema.items, anchor, inside);
    if (schema.oneOf) return this.union(schema, anchor, inside);
    const { additionalProperties: rest } = schema;
    return {
      fields: [
        ...this.properties(schema, anchor, inside),
        ...(typeof rest === 'object' ? [this.field('*', rest, false, `${anchor}.*`, inside)] : []),
      ],
      kinds: [],
    };
  }

  private nameIn({ $ref, anyOf = [] }: Schema): string | undefined {
    const ref = $ref ?? anyOf.find((each) => each.$ref)?.$ref;
    return ref === undefined ? undefined : nameOf(ref);
  }

  private properties({ properties = {}, required = [] }: Schema, anchor: string, above: readonly string[]) {
    return Object.entries(properties).map(([name, schema]) =>
      this.field(name, schema, required.includes(name), `${anchor}.${name}`, above),
    );
  }

  /** Members that all kinds share, shown once before the kinds. */
  private union({ oneOf = [], discriminator }: Schema, anchor: string, above: readonly string[]): Members {
    const options = oneOf.map((option) => ({ ref: option.$ref ?? '', schema: whole(this.document, option) }));
    const decides = discriminator?.propertyName ?? decidingName(options.map(({ schema }) => schema));
    const kinds = options.map(({ ref, schema }) => ({
      name: (decides && onlyValue(schema.properties?.[decides])) ?? nameOf(ref),
      schema,
      inside: [...above, nameOf(ref)],
    }));
    const isCommon = (name: string) =>
      name === decides || new Set(kinds.map(({ schema }) => memberText(schema, name))).size === 1;
    const common = pick(kinds[0]?.schema ?? {}, isCommon);
    const choice = decides === undefined ? undefined : common.properties?.[decides];
    const { const: _, ...chosen } = choice ?? {};
    const meanings = kinds.flatMap(({ schema }) => schema.description ?? []);
    const choices = {
      enum: kinds.map(({ name }) => name),
      'x-enum-descriptions': meanings.length === kinds.length ? meanings : [],
    };
    const told = choice
      ? { ...common.properties, [decides ?? '']: { ...chosen, ...choices } }
      : (common.properties ?? {});
    return {
      fields: this.properties({ ...common, properties: told }, anchor, above),
      kinds: kinds.map(({ name, schema, inside }) => ({
        name,
        anchor: `${anchor}.${name}`,
        fields: this.properties(
          pick(schema, (each) => !isCommon(each)),
          `${anchor}.${name}`,
          inside,
        ),
      })),
    };
  }
}

/** The one value that a schema allows, as text. */
function onlyValue({ enum: values = [], const: value = values[0] }: Schema = {}): string | undefined {
  return values.length > 1 || value === undefined ? undefined : String(value);
}

/** The member whose one value distinguishes the alternatives. */
const decidingName = ([first, ...others]: readonly Schema[]): string | undefined =>
  Object.entries(first?.properties ?? {}).find(([name, schema]) => {
    const values = [onlyValue(schema), ...others.map(({ properties }) => onlyValue(properties?.[name]))];
    return !values.includes(undefined) && new Set(values).size === values.length;
  })?.[0];

const memberText = ({ properties, required }: Schema, name: string): string =>
  JSON.stringify([properties?.[name], required?.includes(name) === true]);

const pick = (schema: Schema, test: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => test(name))),
});

/** The members of a body; their anchors begin with `anchor`. */
export const membersOf = (document: Document, schema: Schema, anchor: string): Members =>
  new Walk(document).members(schema, anchor, []);

/** The parameters of one place, those that are required first. */
export const parametersOf = (
  document: Document,
  parameters: readonly Parameter[],
  place: Parameter['in'],
): readonly Field[] =>
  parameters
    .map((each) => resolved(document, each))
    .filter((each) => each.in === place)
    .map(({ name, required = false, description = '', schema = {} }) =>
      new Walk(document).field(name, { ...schema, description }, required, `${place}.${name}`, []),
    )
    .sort((a, b) => Number(b.required) - Number(a.required));

/** A field with all fields below it. */
export const allFields = ({ fields, kinds }: Members): readonly Field[] =>
  [...fields, ...kinds.flatMap((kind) => kind.fields)].flatMap((field) => [field, ...allFields(field.members)]);
