/** A parameter of an operation, with its references resolved. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: 'string' | 'number' | 'boolean' | 'list';
  /** Values that the parameter, or an item of a list, can have. Empty: any. */
  readonly options: readonly string[];
  readonly example: string;
}

export interface BodyType {
  readonly mediaType: string;
  /** Recorded example. Undefined for a file. */
  readonly example?: unknown;
}

/** An operation of the OpenAPI document: what its samples and its console need. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Template with `{names}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Empty where the call has no body. */
  readonly bodyTypes: readonly BodyType[];
  readonly takesCredential: boolean;
  /** True if a successful response is a file. */
  readonly answersFile: boolean;
  /** True if a successful response is text that is not JSON. The SDK has no call for it. */
  readonly answersText: boolean;
  /** The question before a DELETE: the words of its button and its effect. Other methods have none. */
  readonly confirms?: { readonly action: string; readonly effect: string } | undefined;
}

/** Values that a reader fills in. An empty text leaves the parameter out. */
export interface Values {
  /** Absolute URL. */
  readonly server: string;
  readonly path: Readonly<Record<string, string>>;
  /** A list is separated by commas. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType?: string | undefined;
  /** Text of the body as JSON; also for a form, whose fields are the members. */
  readonly body: string;
  /** Name of the file that is the body. */
  readonly file?: string | undefined;
}

export type RequestBody =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'form'; readonly fields: readonly (readonly [name: string, value: string])[] }
  | { readonly is: 'file'; readonly name: string };

export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  /** Without `Authorization`, so that no sample shows a credential. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: RequestBody;
}

export const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = /^application\/(.+\+)?json$/;
const DEFAULT_FILE = 'file';
/** Characters of a body beyond which samples read it from a file. */
const LONGEST_BODY = 20_000;
const BODY_FILE = 'body.json';

/** Placeholder for a value that is not filled in: `CONVERSATION_ID`. */
export const placeholder = (name: string): string => name.toUpperCase().replace(/\W/g, '_');

const given = (values: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(values, name) ? (values[name] ?? '') : '').toWellFormed();
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');
const members = (body: string): readonly (readonly [string, string])[] => {
  const value = parsed(body);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)]);
};

/** The value of a JSON text; undefined where it is none. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function urlOf({ path, parameters }: Operation, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encoded(given(values.path, name) || placeholder(name)),
  );
  const query = parameters
    .filter((each) => each.in === 'query' && given(values.query, each.name) !== '')
    .map(({ name }) => `${encoded(name)}=${encoded(given(values.query, name)).replaceAll('%2C', ',')}`);
  return `${values.server.replace(/\/+$/, '')}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

export function bodyTypeOf({ bodyTypes }: Operation, { mediaType }: Values): BodyType | undefined {
  return bodyTypes.find((each) => each.mediaType === mediaType) ?? bodyTypes[0];
}

export const isFile = ({ mediaType }: BodyType): boolean => mediaType !== FORM && !JSON_TYPE.test(mediaType);

/** An empty body is left out. */
function bodyOf(type: BodyType | undefined, { body, file }: Values): RequestBody | undefined {
  if (!type) return undefined;
  if (isFile(type)) return { is: 'file', name: (file ?? '') || DEFAULT_FILE };
  if (body.trim() === '') return undefined;
  if (body.length > LONGEST_BODY && type.mediaType !== FORM) return { is: 'file', name: BODY_FILE };
  return type.mediaType === FORM ? { is: 'form', fields: members(body) } : { is: 'text', text: body };
}

/** The request that the values make. It never throws: what is not filled in is a placeholder. */
export function requestOf(operation: Operation, values: Values): ApiRequest {
  const type = bodyTypeOf(operation, values);
  const body = bodyOf(type, values);
  const headers = operation.parameters
    .filter((each) => each.in === 'header' && given(values.headers, each.name) !== '')
    .map(({ name }) => [name, given(values.headers, name)] as const);
  const contentType = body && body.is !== 'form' && type ? [['Content-Type', type.mediaType] as const] : [];
  return {
    method: operation.method,
    url: urlOf(operation, values),
    headers: [...contentType, ...headers],
    ...(body ? { body } : {}),
  };
}
