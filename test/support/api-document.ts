import type { EndpointInfo } from '../../src/http/openapi/endpoint.js';
import { openApiDocument } from '../../src/http/openapi/openapi.js';
import { endpointsOf } from '../../src/http/pipeline/endpoints.js';
import type { Tidings } from './api.js';

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
    requestSchemas,
    operation: (id: string) => operations.find(({ said }) => said.operationId === id) as Operation,
    /** The parameters of an operation that are sent in `where`. */
    parameters: ({ said }: Operation, where: 'path' | 'query' | 'header'): readonly Json[] =>
      said.parameters.map(resolved).filter((parameter: Json) => parameter.in === where),
  };
}

export type ApiDocument = ReturnType<typeof apiDocument>;
