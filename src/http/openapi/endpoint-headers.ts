import { permissions } from '../../catalogue/permissions/permissions.js';
import type { CallInfo } from './endpoint.js';
import type { RequestHeader, ResponseHeader } from './headers.js';

const when = <const T>(is: unknown, name: T): readonly T[] => (is ? [name] : []);

/** Guarded writes: those of a single resource, but a POST only where it says that a condition may fail (lock). */
const isGuarded = ({ single, method, refuses }: CallInfo) =>
  single && method !== 'GET' && (method !== 'POST' || refuses?.includes(412));

const isKeyed = ({ method, form }: CallInfo) => method === 'POST' && !form;

/** The headers a call heeds. */
export const headersTaken = (call: CallInfo): readonly RequestHeader[] => [
  ...when(isKeyed(call), 'Idempotency-Key'),
  ...when(isGuarded(call), 'If-Match'),
  ...when(call.single && call.method === 'GET', 'If-None-Match'),
  ...when(call.waits, 'Prefer'),
  'Tidings-Position',
  'Accept-Language',
  'X-Request-Id',
];

const CREATED = [201, 202];

/** The headers an answer of a call may have. */
export function headersGiven(call: CallInfo, status: number): readonly ResponseHeader[] {
  const good = status < 400;
  return [
    'X-Request-Id',
    ...when(good, 'Tidings-Position'),
    ...when(call.single && good && status !== 204, 'ETag'),
    ...when(CREATED.includes(status), 'Location'),
    ...when(call.waits && status === 201, 'Preference-Applied'),
    ...when(isKeyed(call) && good, 'Idempotent-Replayed'),
    ...when(status === 401 && permissions[call.permission] !== 'public', 'WWW-Authenticate'),
    ...when(status === 429 || status === 503, 'Retry-After'),
    ...when(!good, 'Content-Language'),
  ];
}
