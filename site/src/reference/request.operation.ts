import { jsonText } from './request.json.ts';
import type { Operation, Parameter, Values } from './request.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly example?: unknown;
}

interface DocumentParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly example?: unknown; readonly schema?: unknown }>>;

interface DocumentOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: readonly object[];
}

/** The parts of an OpenAPI document that a request needs. */
export interface RequestDocument {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, object>>;
    readonly schemas?: Readonly<Record<string, object>>;
  };
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
const textOf = (value: unknown): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value);

function typeOf({ type }: Schema): Parameter['type'] {
  if (type === 'array') return 'list';
  if (type === 'boolean') return 'boolean';
  return type === 'integer' || type === 'number' ? 'number' : 'string';
}

/** The words of the document about a DELETE: it archives, ends or removes, and some of it can be undone. */
function confirmationOf({ summary = '', description = '' }: DocumentOperation): Operation['confirms'] {
  const [action = ''] = summary.split(' ');
  const [effect = ''] = description.split(/\s*Roles: /);
  return { action, effect: `${summary}. ${effect}`.trim() };
}

/** @throws Error where the document has no such operation */
export function operationOf({ paths, components }: RequestDocument, path: string, method: string): Operation {
  const operation = (paths[path] as Readonly<Record<string, DocumentOperation>> | undefined)?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${method} ${path}.`);
  const schemaOf = (schema: Schema): Schema =>
    schema.$ref ? { ...(components.schemas?.[nameOf(schema.$ref)] as Schema), ...schema } : schema;
  const parameters = (operation.parameters ?? []).map((each): Parameter => {
    const it = each.$ref ? (components.parameters?.[nameOf(each.$ref)] as DocumentParameter) : each;
    const schema = schemaOf(it.schema ?? {});
    const item = schema.items ? schemaOf(schema.items) : schema;
    return {
      name: it.name,
      in: it.in as Parameter['in'],
      required: it.required === true,
      type: typeOf(schema),
      options: (item.enum ?? []).map(String),
      example: textOf(it.example ?? schema.example),
    };
  });
  const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    bodyTypes: Object.entries(operation.requestBody?.content ?? {}).map(([mediaType, { example }]) => ({
      mediaType,
      ...(example === undefined ? {} : { example }),
    })),
    takesCredential: (operation.security ?? []).length > 0,
    answersFile: successes.some(([, { content = {} }]) =>
      Object.keys(content).some((type) => !/^(application\/(.+\+)?json|text\/.*)$/.test(type)),
    ),
    answersText: successes.some(([, { content = {} }]) =>
      Object.keys(content).some((type) => type.startsWith('text/')),
    ),
    ...(method.toLowerCase() === 'delete' ? { confirms: confirmationOf(operation) } : {}),
  };
}

/** The required parameters and the recorded body of an operation. */
export function exampleValues({ parameters, bodyTypes }: Operation, server: string): Values {
  const required = (where: Parameter['in']) =>
    Object.fromEntries(
      parameters.filter((each) => each.in === where && each.required).map(({ name, example }) => [name, example]),
    );
  const [first] = bodyTypes;
  return {
    server,
    path: required('path'),
    query: required('query'),
    headers: required('header'),
    mediaType: first?.mediaType,
    body: first?.example === undefined ? '' : jsonText(first.example),
  };
}
