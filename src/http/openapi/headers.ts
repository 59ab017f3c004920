import { limits } from '../../catalogue/limits/limits.js';

interface Said {
  readonly summary: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const position = { type: 'string', pattern: '^[A-Za-z0-9._-]+$' };
const requestId = { type: 'string', pattern: '^[\\w.-]{1,100}$' };

/** What a request may say beside path, query, body and credential. */
export const requestHeaders = {
  'Accept-Language': {
    summary: 'In which language refusals speak: en, or de where it is preferred',
    schema: { type: 'string' },
  },
  'X-Request-Id': { summary: 'Names the request; the correlation id of its events', schema: requestId },
  'Tidings-Position': { summary: 'Of an earlier answer: nothing older is seen', schema: position },
  'Idempotency-Key': {
    summary: 'The same key and body again give the first answer again; printable ASCII',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey, pattern: '^[ -~]+$' },
  },
  'If-Match': { summary: 'An ETag: done only while its revision is the latest', schema: { type: 'string' } },
  'If-None-Match': { summary: 'An ETag: 304 while the answer is still this one', schema: { type: 'string' } },
  Prefer: {
    summary: 'wait, or wait=<seconds> (10 at most): answer when the message has its sequence',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Said>;

/** What answers say beside status and body. */
export const responseHeaders = {
  'X-Request-Id': { summary: 'As sent, or made here', schema: requestId },
  'Tidings-Position': {
    summary: 'How far the log is known to this answer; send it with a later request',
    schema: position,
  },
  ETag: { summary: 'The revision and a digest of the answer', schema: { type: 'string' } },
  Location: { summary: 'Where the new resource is', schema: { type: 'string' } },
  'Idempotent-Replayed': { summary: 'This answer was given before', schema: { type: 'string', enum: ['true'] } },
  'Preference-Applied': { summary: 'How long was waited at most', schema: { type: 'string' } },
  'Retry-After': { summary: 'Seconds after which to try again', schema: { type: 'string', pattern: '^[0-9]+$' } },
  'WWW-Authenticate': { summary: 'How to authenticate', schema: { type: 'string', enum: ['Bearer'] } },
  'Content-Language': {
    summary: 'In which language the refusal speaks',
    schema: { type: 'string', enum: ['en', 'de'] },
  },
} as const satisfies Record<string, Said>;

export type RequestHeader = keyof typeof requestHeaders;
export type ResponseHeader = keyof typeof responseHeaders;

/** Our answers' headers that a browser's script may read. */
export const EXPOSED_HEADERS = [...Object.keys(responseHeaders), 'Allow'];
