import { isPublic } from '../../../kernel/access.js';
import { type EndpointInfo, isGuarded, isKeyed } from './endpoint-info.js';
import type { RequestHeader, ResponseHeader } from './headers.js';

const when = <const T>(is: unknown, name: T): readonly T[] => (is ? [name] : []);

/** Request headers that a call evaluates. */
export const headersTaken = (endpoint: EndpointInfo): readonly RequestHeader[] => [
  ...when(isKeyed(endpoint), 'Idempotency-Key'),
  ...when(isGuarded(endpoint), 'If-Match'),
  ...when((endpoint.etag && ['GET', 'PUT'].includes(endpoint.method)) || endpoint.sends, 'If-None-Match'),
  ...when(endpoint.sends, 'Range'),
  ...when(endpoint.preferWait, 'Prefer'),
  'Tidings-Position',
  'Accept-Language',
  'X-Request-Id',
];

/** The conflict ends by itself. */
const isLater = ({ errors }: EndpointInfo, status: number): boolean =>
  status === 409 && errors?.includes('errors.audit.not_sealed_yet') === true;

const LOCATED = [201, 202, 302];
const RATE = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** Response headers that a call can send with a status. */
export function headersGiven(endpoint: EndpointInfo, status: number): readonly ResponseHeader[] {
  const good = status < 400;
  return [
    'X-Request-Id',
    ...when(good, 'Tidings-Position'),
    ...when(endpoint.asOf && good, 'Tidings-As-Of'),
    ...when((endpoint.etag || endpoint.sends) && good && status !== 204, 'ETag'),
    ...when(endpoint.sends && status === 206, 'Content-Range'),
    ...when(LOCATED.includes(status), 'Location'),
    ...when(endpoint.erases && good, 'Tidings-Erasure'),
    ...when(endpoint.preferWait && status === 201, 'Preference-Applied'),
    ...when(isKeyed(endpoint) && good, 'Idempotent-Replayed'),
    ...when(status === 401 && !isPublic(endpoint.permission), 'WWW-Authenticate'),
    ...when(status === 429 || status === 503 || isLater(endpoint, status), 'Retry-After'),
    ...RATE,
    ...when(good, 'Tidings-Lag'),
    ...when(!good, 'Content-Language'),
  ];
}
