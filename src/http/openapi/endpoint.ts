import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, SetMetadata, type Type } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Permission } from '../../catalogue/permissions/permissions.js';
import type { STRICT_RATES } from '../../catalogue/rates.js';
import { isPublic } from '../../kernel/access.js';
import { ErrorDto } from '../fields/error.dto.js';
import { fieldsOf } from '../fields/field-shape.js';
import type { PathParameter } from './path-parameters.js';

const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

export interface EndpointSpec {
  /** Method and path below the path of the controller: `GET :conversation_id/lock`. */
  readonly route: `${keyof typeof METHODS} ${string}` | keyof typeof METHODS;
  /** Suffix of the operation id, for calls that share a permission. */
  readonly id?: string;
  /** Imperative line for the reference, without a period: "List conversations". */
  readonly summary: string;
  /** Sentences for the reference beyond the summary. */
  readonly description?: string;
  readonly body?: Type<object>;
  readonly query?: Type<object>;
  /** Path parameters that `pathParameters` does not describe. */
  readonly params?: Readonly<Record<string, PathParameter>>;
  /** Success statuses with their bodies; the first is the default. */
  readonly responses: Readonly<Record<number, Type<object> | null>>;
  /** Error statuses beyond those of every call. */
  readonly errors?: readonly (400 | 403 | 404 | 408 | 409 | 412 | 413)[];
  /** The response is a single resource: ETag, If-None-Match and, for writes, If-Match. */
  readonly etag?: true;
  /** Members of the response that are not stored for replays of the Idempotency-Key. */
  readonly redact?: readonly string[];
  /** A POST that changes nothing, or answers tokens, which are not stored: an Idempotency-Key is ignored. */
  readonly reads?: true;
  /** The body may be as large as the deployment's conversation_data. */
  readonly large?: true;
  /** The response is plain text, regardless of Accept. */
  readonly text?: true;
  /** The body is a form (the token call). */
  readonly form?: true;
  /** The body is a file of one of these media types, which the handler reads as it arrives. */
  readonly file?: readonly string[];
  /** The response is a file of one of these media types, regardless of Accept. */
  readonly sends?: readonly string[];
  /** Bucket of the rate limit by client address. Default: `anonymous` where no credential is asked for, else none. */
  readonly rate?: (typeof STRICT_RATES)[number];
  /** The call evaluates `Prefer: wait`. */
  readonly preferWait?: true;
}

export interface EndpointInfo extends EndpointSpec {
  readonly permission: Permission;
  readonly method: keyof typeof METHODS;
  readonly operationId: string;
}

export const ENDPOINT = 'tidings:call';

const MEANING: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
  202: 'The request was accepted and is processed later.',
  204: 'The request succeeded. The response has no body.',
  206: 'The response contains a part of the file, as `Range` asked for.',
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
  412: 'The `If-Match` header does not match the current revision.',
  413: 'The body is too large.',
  415: 'The content type or encoding is not supported.',
  422: 'The `Idempotency-Key` was used with a different body.',
  429: 'The caller sends too many requests. Retry after the seconds in `Retry-After`.',
  503: 'The service is temporarily unavailable. Retry after the seconds in `Retry-After`.',
};

/** The call heeds an Idempotency-Key. */
export const isKeyed = ({ method, form, reads }: Pick<EndpointInfo, 'method' | 'form' | 'reads'>): boolean =>
  method === 'POST' && !form && !reads;

function statusesOf(spec: EndpointSpec, method: keyof typeof METHODS, open: boolean): readonly number[] {
  const writes = method !== 'GET';
  return [
    400,
    ...(open ? [] : [401, 403]),
    406,
    413,
    415,
    ...(isKeyed({ ...spec, method }) ? [409, 422] : []),
    ...(spec.etag && method !== 'POST' ? (writes ? [412] : [304]) : []),
    ...(spec.errors ?? []),
    429,
    503,
  ];
}

/** Declares a call: route, permission, body, query and responses. The guard, OpenAPI and tests read it. */
export function Endpoint(permission: Permission, spec: EndpointSpec): MethodDecorator {
  const [method, path = ''] = spec.route.split(' ') as [keyof typeof METHODS, string?];
  const open = isPublic(permission);
  const success = Object.entries(spec.responses);
  const usual = Number(success[0]?.[0] ?? 200);
  const operationId = [permission.replaceAll(/[.-]/g, '_'), ...(spec.id ? [spec.id] : [])].join('_');
  const refusals = [...new Set(statusesOf(spec, method, open))].filter((status) => !(status in spec.responses));
  return applyDecorators(
    METHODS[method](path),
    HttpCode(usual),
    SetMetadata(ENDPOINT, { ...spec, permission, method, operationId } satisfies EndpointInfo),
    ApiOperation({ summary: spec.summary, operationId }),
    ...(spec.body ? [ApiBody({ type: spec.body })] : []),
    ...(spec.query
      ? [...fieldsOf(spec.query)].map(([name, shape]) => queryParameter(spec.query as Type<object>, name, shape.kind))
      : []),
    ...success.map(([status, type]) =>
      ApiResponse({ status: Number(status), description: MEANING[Number(status)] ?? '', ...(type ? { type } : {}) }),
    ),
    ...refusals.map((status) =>
      ApiResponse({ status, description: MEANING[status] ?? '', ...(status === 304 ? {} : { type: ErrorDto }) }),
    ),
  );
}

/** A query parameter with the schema of its field; lists are comma-separated or repeated. */
function queryParameter(dto: Type<object>, name: string, kind: string): MethodDecorator {
  const said = Reflect.getMetadata('swagger/apiModelProperties', dto.prototype, name) as Record<string, unknown>;
  const { description, required, isArray: _, ...schema } = said;
  return ApiQuery({
    name,
    required: required === true,
    description: String(description ?? ''),
    schema: schema as never,
    ...(kind === 'list' ? { style: 'form', explode: false } : {}),
  });
}
