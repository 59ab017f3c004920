import type { Type } from '@nestjs/common';
import type { RejectionCode } from '../../../catalogue/errors/rejections.js';
import type { Permission } from '../../../catalogue/permissions/permissions.js';
import type { STRICT_RATES } from '../../../catalogue/rates.js';
import type { PathParameter } from './path-parameters.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface EndpointSpec {
  /** Method and path below the path of the controller: `GET :conversation_id/lock`. */
  readonly route: `${Method} ${string}` | Method;
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
  /** Success statuses with their bodies, several where the body is one of them; the first status is the default. */
  readonly responses: Readonly<Record<number, Type<object> | readonly Type<object>[] | null>>;
  /** Codes of errors that only this call and some others give; `commonCalls` has those of all calls. */
  readonly errors?: readonly RejectionCode[];
  /** The response is a single resource: ETag, If-None-Match and, for writes, If-Match. */
  readonly etag?: true;
  /** A person must have signed in recently (contract 3): for each request, or for one whose body has such a member. */
  readonly recentSignIn?: true | readonly string[];
  /** Members of the response that are not stored for replays of the Idempotency-Key. */
  readonly redact?: readonly string[];
  /** A POST that changes nothing, or answers tokens, which are not stored: an Idempotency-Key is ignored. */
  readonly reads?: true;
  /** The response is plain text, regardless of Accept. */
  readonly text?: true;
  /** The body is a form (the token call). */
  readonly form?: true;
  /** The body is of one of these media types. The handler reads it as it arrives, or not at all. */
  readonly file?: readonly string[];
  /** Bytes of `file`. Default: those of the largest asset. */
  readonly fileBytes?: number;
  /** The response is a file of one of these media types, regardless of Accept. */
  readonly sends?: readonly string[];
  /** `Accept` may select one of these media types instead of JSON; the handler finds it in `ctx.accepted`. */
  readonly alsoSends?: readonly string[];
  /** The response is an HTML page, regardless of Accept. */
  readonly page?: true;
  /** Bucket of the rate limit by client address. Default: `anonymous` for a call without credentials, else none. */
  readonly rate?: (typeof STRICT_RATES)[number];
  /** The call may erase; the answer then has the id of the erasure in a header. */
  readonly erases?: true;
  /** The call evaluates `Prefer: wait`. */
  readonly preferWait?: true;
}

export interface EndpointInfo extends EndpointSpec {
  readonly permission: Permission;
  readonly method: Method;
  readonly operationId: string;
}

/** The call heeds an Idempotency-Key. */
export const isKeyed = ({ method, form, reads }: Pick<EndpointInfo, 'method' | 'form' | 'reads'>): boolean =>
  method === 'POST' && !form && !reads;

/** The call heeds If-Match: writes of a single resource do; a POST only if it lists 412. */
export const isGuarded = ({ etag, method, errors }: Pick<EndpointInfo, 'etag' | 'method' | 'errors'>): boolean =>
  errors?.includes('errors.precondition.failed') || (etag === true && method !== 'GET' && method !== 'POST');
