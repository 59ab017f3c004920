/** A schema of the OpenAPI document, as far as the reference reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-max-characters'?: number;
  /** Meanings of the values of `enum`, in their order. */
  readonly 'x-enum-descriptions'?: readonly string[];
}

export interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}
type Contents = Readonly<Record<string, Content>>;

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Contents;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Contents };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-roles'?: readonly string[];
  readonly 'x-rate-limits'?: Readonly<Record<string, number>>;
  readonly 'x-max-body-bytes'?: number;
}

type PathItem = Readonly<Record<string, Operation>>;

export interface Document {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<
    Record<'schemas' | 'parameters' | 'responses' | 'headers', Readonly<Record<string, object>>>
  >;
}

/** A call of the API, or a request that the service sends to the endpoint of a tenant. */
export interface Call {
  readonly id: string;
  readonly isWebhook: boolean;
  /** Its tag, or the group of the webhooks. */
  readonly group: string;
  readonly method: string;
  /** Path of a call, type of a webhook. */
  readonly path: string;
  readonly operation: Operation;
}

export interface CallGroup {
  readonly tag: string;
  readonly description: string;
  readonly calls: readonly Call[];
}

const WEBHOOKS = 'Webhook requests';

const callsIn = (items: Readonly<Record<string, PathItem>>, isWebhook: boolean): readonly Call[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      isWebhook,
      group: isWebhook ? WEBHOOKS : (operation.tags[0] ?? ''),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** Every call by its tag, in the order of the document; then the requests of webhooks. */
export function callGroups({ tags, paths, webhooks }: Document): readonly CallGroup[] {
  const calls = callsIn(paths, false);
  const groups = tags.map(({ name, description }) => ({
    tag: name,
    description,
    calls: calls.filter(({ group }) => group === name),
  }));
  const sent = {
    tag: WEBHOOKS,
    description: 'Requests that the service sends to the `endpoint_url` of a tenant.',
    calls: callsIn(webhooks, true),
  };
  return [...groups, sent].filter((group) => group.calls.length > 0);
}

export const referenceRoute = (id: string): string => `/openapi/operations/${id}/`;

/** The type of a webhook is in its title, because its summary says what happened and not what is sent. */
export const titleOf = ({ isWebhook, path, operation }: Call): string =>
  isWebhook ? `Webhook ${path}` : operation.summary;

/** Sections of a text in Markdown that has second-level headings and lines. Text before the first one is left out. */
export const sectionsOf = (
  markdown: string,
): readonly { readonly title: string; readonly lines: readonly string[] }[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n').filter((line) => line.trim() !== '');
      return { title, lines };
    });

/** Anchor of a group on the overview. */
export const groupAnchor = (tag: string): string => tag.toLowerCase().replace(/\W+/g, '-');

const lookedUp = (document: Document, ref: string): object => {
  const [, , kind = '', name = ''] = ref.split('/');
  const found = (document.components as Document['components'] & Record<string, Record<string, object>>)[kind]?.[name];
  if (!found) throw new Error(`The document has no ${ref}.`);
  return found;
};

/** The schema that a reference names. Members next to the reference win (OpenAPI 3.1). */
export function resolved<T extends { readonly $ref?: string }>(document: Document, value: T): T {
  if (value.$ref === undefined) return value;
  const { $ref, ...beside } = value;
  return { ...resolved(document, lookedUp(document, $ref) as T), ...beside };
}
