import type { OpenAPIObject } from '@nestjs/swagger';
import { apiKeyScopes, type Permission, permissions } from '../../../catalogue/permissions/permissions.js';
import { policies } from '../../../catalogue/permissions/policies.js';
import { ANY_VALUE } from '../../fields/any-field.js';
import { limitsOf } from '../endpoint/call-limits.js';
import { headersGiven, headersTaken } from '../endpoint/endpoint-headers.js';
import type { EndpointInfo } from '../endpoint/endpoint-info.js';
import { requestHeaders, responseHeaders } from '../endpoint/headers.js';
import { type PathParameter, pathParameters } from '../endpoint/path-parameters.js';
import { shareErrors } from '../errors/error-responses.js';
import { nameEnums } from './enums.js';
import { exemplify } from './examples.js';
import { describePatches } from './patch-descriptions.js';
import { type Schemas, schemasIn } from './schema.js';
import { describeSchemas } from './schema-descriptions.js';
import { withPublicNames } from './schema-names.js';
import { splitUnions } from './split-unions.js';
import { describeWebhooks } from './webhooks.js';

type Json = Record<string, unknown>;

const FORM = 'application/x-www-form-urlencoded';

interface Operation extends Json {
  readonly operationId: string;
  parameters?: Json[];
  requestBody?: { readonly required?: true; readonly content: Record<string, { readonly schema?: Json }> };
  readonly responses: Record<string, Json>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: object;
  components: { schemas: Schemas; headers?: Json; parameters?: Json; responses?: Json };
}

/** Adds headers, path parameters, security and further content types, which Nest's document lacks. */
export function completed(document: OpenAPIObject, calls: ReadonlyMap<string, EndpointInfo>): OpenAPIObject {
  const made = withPublicNames(document) as unknown as Document;
  for (const [path, item] of Object.entries(made.paths)) {
    for (const operation of Object.values(item)) {
      const endpoint = calls.get(operation.operationId);
      if (!endpoint) throw new Error(`The operation ${operation.operationId} has no endpoint.`);
      complete(operation, path, endpoint);
    }
  }
  made.paths = mergedPaths(made.paths);
  made.components.parameters = Object.fromEntries(
    Object.entries(requestHeaders).map(([name, { description, schema }]) => [
      name,
      { name, in: 'header', description, schema },
    ]),
  );
  made.components.headers = Object.fromEntries(
    Object.entries(responseHeaders).map(([name, { description, schema }]) => [name, { description, schema }]),
  );
  tidyProperties(made.components.schemas);
  splitUnions(made.components.schemas);
  nameEnums(made.components.schemas, queryParameters(made.paths));
  describeSchemas(made.components.schemas);
  describePatches(made.components.schemas, patchBodies(made.paths));
  seal(made);
  made.webhooks = describeWebhooks({ schemas: made.components.schemas, parameters: made.components.parameters });
  const operations = Object.values(made.paths).flatMap((item) => Object.values(item));
  made.components.responses = shareErrors(operations, calls);
  for (const operation of operations) exemplify(operation.operationId, operation);
  return made as unknown as OpenAPIObject;
}

function complete(operation: Operation, path: string, endpoint: EndpointInfo): void {
  const roles = permissions[endpoint.permission];
  const open = roles === 'public';
  const access = open ? ['The call needs no credentials.'] : [`Roles: ${roles.join(', ')}.`];
  const conditional = Object.entries(policies).filter(([, { calls }]) => appliesTo(calls, endpoint.permission));
  const rights = conditional.map(([, { roles: some, right }]) => `Only ${listed(some)} can ${right}.`);
  const recent = recentSignInOf(endpoint);
  const said = endpoint.description ? [endpoint.description] : [];
  operation.description = [...said, ...access, ...rights, ...recent].join(' ');
  operation['x-roles'] = open ? [] : roles;
  if (apiKeyScopes.includes(endpoint.permission)) operation['x-scope'] = endpoint.permission;
  if (conditional.length > 0)
    operation['x-policies'] = Object.fromEntries(conditional.map(([name, { roles: some }]) => [name, some]));
  Object.assign(operation, limitsOf(endpoint, path));
  operation.security = open ? [] : [{ bearer: [] }, { apiKey: [] }];
  operation.parameters = [
    ...namesIn(path).map((name) => pathParameter(name, name, endpoint.params?.[name])),
    ...(operation.parameters ?? []),
    ...headersTaken(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  for (const [status, response] of Object.entries(operation.responses)) {
    const names = headersGiven(endpoint, Number(status));
    response.headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  }
  if (endpoint.file) operation.requestBody = { required: true, content: files(endpoint.file) };
  for (const status of ['200', '206']) {
    const response = endpoint.sends && operation.responses[status];
    if (response) response.content = files(endpoint.sends ?? []);
    const other = endpoint.alsoSends && operation.responses[status];
    if (other) Object.assign(other.content ?? {}, files(endpoint.alsoSends ?? []));
    const page = endpoint.page && operation.responses[status];
    if (page) page.content = files(['text/html']);
    const text = endpoint.text && operation.responses[status];
    if (text) text.content = files(['text/plain']);
  }
  const json = operation.requestBody?.content['application/json'];
  if (json && endpoint.method === 'PATCH') operation.requestBody!.content['application/merge-patch+json'] = json;
}

const RECENT = 'a person needs a sign-in within `REAUTH_SECONDS`.';

/** The sentence about calls that take a recent sign-in. */
function recentSignInOf({ recentSignIn = [] }: EndpointInfo): readonly string[] {
  if (recentSignIn === true) return [`For this call ${RECENT}`];
  return recentSignIn.length > 0 ? [`To send ${recentSignIn.map((name) => `\`${name}\``).join(' or ')} ${RECENT}`] : [];
}

const files = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));

/** `A, B and C`. */
const listed = (names: readonly string[]) => names.join(', ').replace(/, (?=\w+$)/, ' and ');

const appliesTo = (calls: readonly Permission[], permission: Permission) => calls.includes(permission);

const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name));

/** `as` is the name in the path; it differs from the parameter's own name where paths were merged. */
function pathParameter(name: string, as: string, own?: PathParameter): Json {
  const described = own ?? pathParameters[name];
  if (!described) throw new Error(`The path parameter ${name} has no description.`);
  const description = as === name ? described.description : `${described.description} The value is a \`${name}\`.`;
  return { name: as, in: 'path', required: true, ...described, description };
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

/**
 * A value of any type has a schema without a type. A reference and its description are members of one schema, as
 * OpenAPI 3.1 allows.
 */
function tidyProperties(schemas: Schemas): void {
  for (const schema of Object.values(schemas).flatMap(({ properties = {} }) => Object.values(properties))) {
    if (schema[ANY_VALUE]) delete schema.type;
    delete schema[ANY_VALUE];
    const [only, ...others] = schema.allOf ?? [];
    if (!only?.$ref || others.length > 0) continue;
    delete schema.allOf;
    schema.$ref = only.$ref;
  }
}

const queryParameters = (paths: Document['paths']) =>
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters.filter((each) => each.in === 'query').map((each) => [operationId, each as never] as const),
    );

const patchBodies = (paths: Document['paths']) =>
  Object.values(paths).flatMap(({ patch }) => schemasIn(patch?.requestBody?.content['application/json']?.schema));

/** Closes the schemas of request bodies with `additionalProperties: false`. Forms ignore what they do not know. */
function seal({ paths, components }: Document): void {
  const open = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => Object.entries(requestBody?.content ?? {}))
    .flatMap(([type, { schema }]) => (type === FORM ? [] : schemasIn(schema)));
  const sealed = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = components.schemas[name];
    if (sealed.has(name) || !schema) continue;
    sealed.add(name);
    if (schema.properties) schema.additionalProperties = false;
    open.push(...schemasIn(schema));
  }
}
