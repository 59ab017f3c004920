import { limits } from '../../../catalogue/limits/limits.js';

interface HeaderEntry {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const figure = { type: 'string', pattern: '^[0-9]+$' };
const position = { type: 'string', pattern: '^[A-Za-z0-9._-]+$' };
const requestId = { type: 'string', pattern: '^[\\w.-]{1,100}$' };

/** Headers that a request may carry, other than its credentials. */
export const requestHeaders = {
  'Accept-Language': {
    description: 'Preferred language of error messages: `en` or `de`. Default: `en`.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'Id of the request and correlation id of its events. Default: a UUID.',
    schema: requestId,
  },
  'Tidings-Position': {
    description: 'Position from an earlier response. The call returns data at least as new.',
    schema: position,
  },
  'Idempotency-Key': {
    description: 'Key in printable ASCII. A repeated request with the same key and body gets the first response.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[ -~]+$' },
  },
  'If-Match': {
    description: 'ETag of the resource. The call succeeds only while its revision is the current one.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    description:
      'ETag of an earlier response: a read returns 304 while the response is unchanged. `*` with a PUT: the call returns 412 if the resource exists.',
    schema: { type: 'string' },
  },
  Range: {
    description:
      'Part of the file as `bytes=<first>-<last>`. Several parts, or one that the file does not have, get the whole file.',
    schema: { type: 'string' },
  },
  Prefer: {
    description: `\`wait\` or \`wait=<seconds>\`, at most ${limits.preferWaitSeconds}. The response waits for the sequence of the message.`,
    schema: { type: 'string' },
  },
} as const satisfies Record<string, HeaderEntry>;

/** Headers that a response carries in addition to its status and body. */
export const responseHeaders = {
  'X-Request-Id': { description: 'Id of the request, as sent or generated.', schema: requestId },
  'Tidings-Position': {
    description: 'Position in the event log that the response reflects. Send it with a later request.',
    schema: position,
  },
  'Tidings-As-Of': {
    description: 'Position that the response reflects. Present if the request has `at`.',
    schema: position,
  },
  ETag: {
    description: 'Revision of the resource and digest of the response. For a file: its name.',
    schema: { type: 'string' },
  },
  Location: { description: 'Path of the new resource.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'Part of the file that the response contains, and the size of the file.',
    schema: { type: 'string', pattern: '^bytes [0-9]+-[0-9]+/[0-9]+$' },
  },
  'Idempotent-Replayed': {
    description: 'Present if the response repeats the first one of the `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': { description: 'Preference that was applied.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'RateLimit-Limit': { description: 'Requests a minute of the tightest rate limit.', schema: figure },
  'RateLimit-Remaining': { description: 'Requests that this rate limit still allows.', schema: figure },
  'RateLimit-Reset': { description: 'Seconds until this rate limit has room again.', schema: figure },
  'Tidings-Erasure': {
    description: 'Id of the erasure. Present if the request has `erase=true`.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Tidings-Lag': {
    description:
      'Present if the read model does not yet show a durable write, or if a read succeeds while the event log is unavailable.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': {
    description:
      'Authentication scheme of the call. With `error="insufficient_user_authentication"` the person signs in again (RFC 9470).',
    schema: { type: 'string', pattern: '^Bearer( error="insufficient_user_authentication", .*)?$' },
  },
  'Content-Language': {
    description: 'Language of the error messages.',
    schema: { type: 'string', enum: ['en', 'de'] },
  },
} as const satisfies Record<string, HeaderEntry>;

export type RequestHeader = keyof typeof requestHeaders;
export type ResponseHeader = keyof typeof responseHeaders;

/** Response headers that CORS exposes to scripts. */
export const EXPOSED_HEADERS = [...Object.keys(responseHeaders), 'Allow'];
