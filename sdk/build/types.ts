/** Writes the types of the SDK from the OpenAPI document: the schemas by name, and the calls by method and path. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Message {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly info: {
    readonly 'x-retries': { readonly statuses: Readonly<Record<string, string>>; readonly codes: readonly string[] };
  };
}

const VERSION = '/api/v1';
const NAME = /^[A-Za-z_$][\w$]*$/;

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
const quoted = (name: string): string => (NAME.test(name) ? name : `'${name}'`);

function comment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const [first, ...more] = text.replaceAll('*/', '*\\/').split('\n');
  if (more.length === 0) return `${indent}/** ${first} */\n`;
  const lines = [first, ...more].map((line) => `${indent} *${line ? ` ${line}` : ''}\n`);
  return `${indent}/**\n${lines.join('')}${indent} */\n`;
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? String(distinct[0]) : distinct.join(' | ');
}

const ofType = (type: string, schema: Schema, indent: string): string => {
  if (type === 'array') {
    const item = typeOf(schema.items ?? {}, indent);
    return `readonly ${/[|&]/.test(item) ? `(${item})` : item}[]`;
  }
  if (type === 'object') return schema.properties ? object(schema, indent) : 'Record<string, unknown>';
  return type === 'integer' ? 'number' : type;
};

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return nameOf(schema.$ref);
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return union(several.map((each) => typeOf(each, indent)));
  if (schema.allOf) return schema.allOf.map((each) => typeOf(each, indent)).join(' & ');
  if (schema.enum) return union(schema.enum.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))));
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((type) => ofType(type, schema, indent)));
}

function object({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const isThere = required.includes(name);
    const type = typeOf(schema, inner);
    const optional = isThere ? type : type === 'unknown' ? type : `${type} | undefined`;
    return `${comment(schema.description, inner)}${inner}${quoted(name)}${isThere ? '' : '?'}: ${optional};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

function declaration(name: string, schema: Schema): string {
  const body = typeOf(schema, '');
  const isObject = body.startsWith('{');
  return `${comment(schema.description, '')}export ${isObject ? `interface ${name} ${body}` : `type ${name} = ${body};`}\n`;
}

/** Files have no schema; they are sent to and read from signed URLs. A list that is also sent as a file has one. */
const isFile = ({ requestBody, responses }: Operation): boolean =>
  [requestBody, ...Object.values(responses)].some((each) => {
    const [first] = Object.values(each?.content ?? {});
    return first !== undefined && first.schema === undefined;
  });

const bodyOf = ({ content = {} }: Message): Schema | undefined => Object.values(content)[0]?.schema;

function given(parameters: readonly Parameter[], where: string): Schema | undefined {
  const own = parameters.filter((each) => each.in === where);
  if (own.length === 0) return undefined;
  const described = own.map(({ name, schema, description = '' }): [string, Schema] => [
    name,
    { ...schema, description },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    required: own.filter((each) => each.required).map(({ name }) => name),
  };
}

/** A creation returns it only to a key that was used before the erasure; the client makes a key for each call. */
const ERASED = /^Erased\w+$/;

function call(method: string, path: string, { summary, parameters, requestBody, responses }: Operation): string {
  const key = `${method.toUpperCase()} ${path.replace(VERSION, '')}`;
  const query = given(parameters, 'query');
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const bodies = successes
    .map(([, response]) => bodyOf(response))
    .map((body) => (body ? typeOf(body, '    ') : 'undefined'));
  const answers = '201' in responses ? bodies.filter((body) => !ERASED.test(body)) : bodies;
  const path_ = given(parameters, 'path');
  const members = [
    ...(path_ ? [`    path: ${object(path_, '    ')};\n`] : []),
    ...(query ? [`    query${query.required?.length ? '' : '?'}: ${object(query, '    ')};\n`] : []),
    ...(requestBody ? [`    body: ${typeOf(bodyOf(requestBody) ?? {}, '    ')};\n`] : []),
    `    answer: ${answers.length === 0 ? 'undefined' : union(answers)};\n`,
  ];
  return `${comment(`${summary}.`, '  ')}  '${key}': {\n${members.join('')}  };\n`;
}

/** The text of `sdk/src/api.ts`. */
export function sdkTypes({ paths, webhooks, components }: Document): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => declaration(name, schema));
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => (isFile(operation) ? [] : [call(method, path, operation)])),
  );
  const payloads = Object.values(webhooks).map(({ post }) => typeOf(bodyOf(post.requestBody ?? {}) ?? {}, ''));
  return [
    '// Written by test/sdk/types.spec.ts from the OpenAPI document. Do not edit.\n',
    ...schemas,
    `/** A body that a webhook endpoint receives. */\nexport type WebhookPayload = ${union(payloads)};\n`,
    `/** Every call by method and path, with what it takes and answers. */\nexport interface Calls {\n${calls.join('')}}\n`,
  ].join('\n');
}

/** The text of `sdk/src/retried.ts`: when the SDK sends a request again. */
export function sdkRetries({ info }: Document): string {
  const { statuses, codes } = info['x-retries'];
  return [
    '// Written by test/sdk/types.spec.ts from the OpenAPI document. Do not edit.\n',
    '/** Statuses after which a request is sent again. */',
    `export const RETRIED: readonly number[] = [${Object.keys(statuses).join(', ')}];`,
    '/** Codes of errors that pass. */',
    `export const PASSING: readonly string[] = [\n${codes.map((code) => `  '${code}',\n`).join('')}];\n`,
  ].join('\n');
}
