import type { OpenAPIObject } from '@nestjs/swagger';
import { limits } from '../../catalogue/limits/limits.js';
import { permissions } from '../../catalogue/permissions/permissions.js';
import { CHOSEN_ID } from '../../kernel/ids.js';
import { ErrorDto } from '../fields/error.dto.js';
import type { EndpointInfo } from './endpoint.js';
import { headersGiven, headersTaken } from './endpoint-headers.js';
import { requestHeaders, responseHeaders } from './headers.js';

type Json = Record<string, unknown>;

interface Operation extends Json {
  readonly operationId: string;
  parameters?: Json[];
  requestBody?: { readonly content: Record<string, { readonly schema?: Json }> };
  readonly responses: Record<string, Json>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; headers?: Json; parameters?: Json; responses?: Json };
}

const chosen = (summary: string) => ({
  description: summary,
  schema: { type: 'string', minLength: 1, maxLength: limits.id, pattern: CHOSEN_ID.source },
});
const uuid = (summary: string) => ({ description: summary, schema: { type: 'string', format: 'uuid' } });

const PATH_PARAMETERS: Readonly<Record<string, { readonly description: string; readonly schema: Json }>> = {
  tenant_id: uuid('The tenant'),
  user_id: uuid('The user'),
  key_id: uuid('The API key'),
  message_id: uuid('The message'),
  conversation_id: chosen('The conversation'),
  conversation_type_id: chosen('The conversation type'),
  participant_id: chosen('The participant'),
  workflow_id: chosen('The workflow'),
  webhook_type: {
    description: 'The webhook type',
    schema: { type: 'string', minLength: 1, maxLength: limits.id, pattern: '^[a-z_]+\\.[a-z_]+$' },
  },
  delivery_id: {
    description: 'The delivery',
    schema: { type: 'string', minLength: 1, maxLength: 27, pattern: '^[0-9a-f]{12}-[0-9a-f]{14}$' },
  },
  name: chosen('The message template'),
  token: { description: 'The message it is about', schema: { type: 'string', minLength: 1, maxLength: 400 } },
  label: { description: 'The label', schema: { type: 'string', minLength: 1, maxLength: limits.label } },
};

/** What Nest's document lacks and the calls know: headers, path parameters, credentials, what else a body may be. */
export function completed(document: OpenAPIObject, calls: ReadonlyMap<string, EndpointInfo>): OpenAPIObject {
  const made = document as unknown as Document;
  for (const [path, item] of Object.entries(made.paths)) {
    for (const operation of Object.values(item)) {
      const endpoint = calls.get(operation.operationId);
      if (!endpoint) throw new Error(`${operation.operationId} is no call`);
      complete(operation, path, endpoint);
    }
  }
  made.paths = mergedPaths(made.paths);
  made.components.parameters = Object.fromEntries(
    Object.entries(requestHeaders).map(([name, { summary, schema }]) => [
      name,
      { name, in: 'header', description: summary, schema },
    ]),
  );
  made.components.headers = Object.fromEntries(
    Object.entries(responseHeaders).map(([name, { summary, schema }]) => [name, { description: summary, schema }]),
  );
  seal(made);
  made.components.responses = sharedRefusals(made.paths);
  return document;
}

function complete(operation: Operation, path: string, endpoint: EndpointInfo): void {
  const roles = permissions[endpoint.permission];
  const open = roles === 'public';
  operation.description = open ? 'No credential is asked for.' : `For ${roles.join(', ')}.`;
  operation['x-roles'] = open ? [] : roles;
  operation.security = open ? [] : [{ bearer: [] }, { apiKey: [] }];
  operation.parameters = [
    ...namesIn(path).map((name) => pathParameter(name, name)),
    ...(operation.parameters ?? []),
    ...headersTaken(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  for (const [status, response] of Object.entries(operation.responses)) {
    const names = headersGiven(endpoint, Number(status));
    response.headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  }
  const json = operation.requestBody?.content['application/json'];
  if (json && endpoint.method === 'PATCH') operation.requestBody!.content['application/merge-patch+json'] = json;
}

const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name));

/** `as` is the name in the path; it differs from what is meant where paths were merged. */
function pathParameter(name: string, as: string): Json {
  const said = PATH_PARAMETERS[name];
  if (!said) throw new Error(`the path parameter ${name} is not described`);
  const description = as === name ? said.description : `${said.description} (${name})`;
  return { name: as, in: 'path', required: true, ...said, description };
}

/** Paths that differ in their parameters' names alone are one path to OpenAPI (`…/{conversation_id}/unlock`, `…/{user_id}/unlock`). */
function mergedPaths(paths: Document['paths']): Document['paths'] {
  const merged: Document['paths'] = {};
  const known = new Map<string, string>();
  for (const [path, item] of Object.entries(paths)) {
    const shape = path.replaceAll(/\{[^}]+\}/g, '{}');
    const first = known.get(shape) ?? path;
    known.set(shape, first);
    merged[first] = { ...merged[first], ...(first === path ? item : renamed(item, namesIn(path), namesIn(first))) };
  }
  return merged;
}

function renamed(item: Record<string, Operation>, own: readonly string[], names: readonly string[]) {
  for (const operation of Object.values(item)) {
    const others = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'path');
    operation.parameters = [...own.map((name, i) => pathParameter(name, names[i] ?? name)), ...others];
  }
  return item;
}

/** A body takes what it defines and nothing else. */
function seal({ paths, components }: Document): void {
  const open = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ schema }) => schemasIn(schema));
  const sealed = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = components.schemas[name];
    if (sealed.has(name) || !schema) continue;
    sealed.add(name);
    schema.additionalProperties = false;
    open.push(...schemasIn(schema.properties));
  }
}

const schemasIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => String(name));

/** What every call refuses alike is said once. */
function sharedRefusals(paths: Document['paths']): Json {
  const shared: Record<string, Json> = {};
  for (const { responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const [status, response] of Object.entries(responses)) {
      if (schemasIn(response).join() !== ErrorDto.name) continue;
      shared[`Refused${status}`] = response;
      responses[status] = { $ref: `#/components/responses/Refused${status}` };
    }
  }
  return shared;
}
