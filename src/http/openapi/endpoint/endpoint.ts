import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, SetMetadata, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Permission } from '../../../catalogue/permissions/permissions.js';
import { ErrorDto } from '../../fields/error.dto.js';
import { fieldsOf } from '../../fields/field-shape.js';
import { errorStatusesOf } from '../errors/call-errors.js';
import { AS_OF, answersAsOf } from './as-of.js';
import type { EndpointInfo, EndpointSpec, Method } from './endpoint-info.js';

const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const satisfies Record<
  Method,
  object
>;

export const ENDPOINT = 'tidings:call';

const MEANING: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
  202: 'The request was accepted and is processed later.',
  204: 'The request succeeded. The response has no body.',
  206: 'The response contains a part of the file, as `Range` requests.',
  302: 'The browser is redirected.',
  304: 'The resource has not changed.',
  400: 'The request is invalid or malformed.',
  401: 'The credentials are missing or invalid.',
  403: 'The role of the caller does not allow the call.',
  404: 'The resource does not exist.',
  405: 'The path does not support the method.',
  406: 'The `Accept` header excludes `application/json`.',
  408: 'The request did not arrive in time.',
  409: 'The request conflicts with the current state of the resource.',
  410: 'The resource was erased.',
  412: 'The `If-Match` header does not match the current revision.',
  413: 'The body is too large.',
  415: 'The content type or encoding is not supported.',
  422: 'The `Idempotency-Key` was used with a different body.',
  429: 'The caller sends too many requests. Retry after the seconds in `Retry-After`.',
  503: 'The service is temporarily unavailable. Retry after the seconds in `Retry-After`.',
};

/** Declares a call: route, permission, body, query and responses. The guard, OpenAPI and tests read it. */
export function Endpoint(permission: Permission, spec: EndpointSpec): MethodDecorator {
  const [method, path = ''] = spec.route.split(' ') as [Method, string?];
  const success = Object.entries(spec.responses);
  const usual = Number(success[0]?.[0] ?? 200);
  const operationId = [permission.replaceAll(/[.-]/g, '_'), ...(spec.id ? [spec.id] : [])].join('_');
  const info: EndpointInfo = { ...spec, permission, method, operationId };
  const refusals = [...(spec.etag && method === 'GET' ? [304] : []), ...errorStatusesOf(info)];
  return applyDecorators(
    ...(spec.asOf ? [answersAsOf, ApiQuery(AS_OF)] : []),
    METHODS[method](path),
    HttpCode(usual),
    SetMetadata(ENDPOINT, info),
    ApiOperation({ summary: spec.summary, operationId }),
    ...(spec.body ? [ApiBody({ type: spec.body })] : []),
    ...(spec.query
      ? [...fieldsOf(spec.query)].map(([name, shape]) => queryParameter(spec.query as Type<object>, name, shape.kind))
      : []),
    ...success.flatMap(([, type]) => (Array.isArray(type) ? [ApiExtraModels(...type)] : [])),
    ...success.map(([status, type]) =>
      ApiResponse({ status: Number(status), description: MEANING[Number(status)] ?? '', ...bodyOf(type) }),
    ),
    ...refusals.map((status) =>
      ApiResponse({ status, description: MEANING[status] ?? '', ...(status === 304 ? {} : { type: ErrorDto }) }),
    ),
  );
}

function bodyOf(type: EndpointSpec['responses'][number] | undefined): object {
  if (!type) return {};
  if (!Array.isArray(type)) return { type };
  return { schema: { oneOf: type.map((each: Type<object>) => ({ $ref: getSchemaPath(each) })) } };
}

/** A query parameter with the schema of its field; lists are comma-separated or repeated, texts repeated. */
function queryParameter(dto: Type<object>, name: string, kind: string): MethodDecorator {
  const said = Reflect.getMetadata('swagger/apiModelProperties', dto.prototype, name) as Record<string, unknown>;
  const { description, required, isArray: _, ...schema } = said;
  return ApiQuery({
    name,
    required: required === true,
    description: String(description ?? ''),
    schema: schema as never,
    ...(kind === 'list' ? { style: 'form', explode: false } : {}),
    ...(kind === 'texts' ? { style: 'form', explode: true } : {}),
  });
}
