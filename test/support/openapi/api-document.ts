import { openApiDocument } from '../../../src/http/openapi/document/openapi.js';
import type { EndpointInfo } from '../../../src/http/openapi/endpoint/endpoint-info.js';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import type { Tidings } from '../api.js';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of it would.
export type Json = any;

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly said: Json;
  readonly call: EndpointInfo;
}

/** Every object of a document, with where it stands. */
export function* within(value: Json, where = '#'): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [where, value];
  for (const [key, inner] of Object.entries(value)) yield* within(inner, `${where}/${key}`);
}

/** The OpenAPI document of a running service, and how to find one's way in it. */
export function apiDocument({ app }: Tidings) {
  const document: Json = JSON.parse(JSON.stringify(openApiDocument(app)));
  const calls = endpointsOf(app);

  const at = (ref: string): Json =>
    ref
      .split('/')
      .slice(1)
      .reduce((value: Json, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  const resolved = (value: Json): Json => (value.$ref ? at(value.$ref) : value);

  /** An object schema with the members of all its kinds; what each kind requires is required. */
  function flat(value: Json): Json {
    const { allOf, ...schema } = resolved(value);
    const whole = allOf?.length === 1 ? { ...flat(allOf[0]), ...schema } : { ...schema, ...(allOf ? { allOf } : {}) };
    const kinds: readonly Json[] = (whole.oneOf ?? whole.anyOf ?? []).map(flat);
    const other = kinds.find(({ type }) => type !== 'null');
    if (other && kinds.length === 2 && kinds.some(({ type }) => type === 'null'))
      return { ...other, type: [other.type, 'null'].flat() };
    if (kinds.length === 0 || !kinds.every(({ properties }) => properties)) return whole;
    const properties: Record<string, Json> = { ...whole.properties };
    for (const kind of kinds) {
      for (const [name, each] of Object.entries<Json>(kind.properties)) {
        const choices = [properties[name], each].flatMap((said) => (said && flat(said).enum) ?? []);
        properties[name] =
          choices.length > 0 ? { type: 'string', enum: [...new Set(choices)] } : (properties[name] ?? each);
      }
    }
    const required = (kinds[0].required ?? []).filter((name: string) => kinds.every((k) => k.required?.includes(name)));
    return { type: 'object', properties, required };
  }

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(
      ([method, said]): Operation => ({
        path,
        method: method.toUpperCase(),
        said,
        call: calls.get(said.operationId) as EndpointInfo,
      }),
    ),
  );

  /** The schemas that bodies are made of, by name. */
  function requestSchemas(): ReadonlyMap<string, Json> {
    const found = new Map<string, Json>();
    const bodies = operations.flatMap(({ said }) => Object.values(said.requestBody?.content ?? {}) as Json[]);
    const open = bodies.flatMap(({ schema }) => (schema?.$ref as string | undefined) ?? []);
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      const name = ref.split('/').at(-1) as string;
      if (found.has(name)) continue;
      found.set(name, at(ref));
      for (const [, inner] of within(at(ref))) if (inner.$ref) open.push(inner.$ref);
    }
    return found;
  }

  return {
    document,
    calls,
    operations,
    at,
    resolved,
    flat,
    requestSchemas,
    operation: (id: string) => operations.find(({ said }) => said.operationId === id) as Operation,
    /** The parameters of an operation that are sent in `where`. */
    parameters: ({ said }: Operation, where: 'path' | 'query' | 'header'): readonly Json[] =>
      said.parameters.map(resolved).filter((parameter: Json) => parameter.in === where),
  };
}

export type ApiDocument = ReturnType<typeof apiDocument>;
