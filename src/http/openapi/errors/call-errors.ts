import { statusOf } from '../../../catalogue/errors/rejection-entry.js';
import { type RejectionCode, rejections } from '../../../catalogue/errors/rejections.js';
import { permissions } from '../../../catalogue/permissions/permissions.js';
import { ROLES } from '../../../catalogue/permissions/roles.js';
import { isPublic } from '../../../kernel/access.js';
import { type EndpointInfo, isGuarded, isKeyed } from '../endpoint/endpoint-info.js';

/** An error that the service itself gives, whatever the handler of a call does. */
interface CommonError {
  /** The calls in words, for the documentation. */
  readonly calls: string;
  readonly isOf: (endpoint: EndpointInfo) => boolean;
}

const every = { calls: 'Every call.', isOf: () => true } satisfies CommonError;
const hasCredentials = ({ permission }: EndpointInfo) => !isPublic(permission);
const authenticated = {
  calls: 'Every call that needs credentials, and the connection of a socket.',
  isOf: hasCredentials,
} satisfies CommonError;
const withBody = {
  calls: 'Every `POST`, `PUT`, `PATCH` and `DELETE`.',
  isOf: ({ method }: EndpointInfo) => method !== 'GET',
} satisfies CommonError;
const withKey = {
  calls: 'Every `POST` that changes something, with an `Idempotency-Key`.',
  isOf: isKeyed,
} satisfies CommonError;

/** Errors of all calls of a sort, by code. A call lists its other codes in `errors` of its `@Endpoint`. */
export const commonErrors: Readonly<Partial<Record<RejectionCode, CommonError>>> = {
  'errors.validation.failed': every,
  'errors.body.malformed': withBody,
  'errors.position.unreadable': {
    calls: 'Every call with the header `Tidings-Position`, and calls and socket requests that take a position.',
    isOf: () => true,
  },
  'errors.credentials.ambiguous': authenticated,
  'errors.unauthenticated': authenticated,
  'errors.token.expired': authenticated,
  'errors.forbidden': {
    calls: 'Every call that is not open to every role, calls with conditional rights, and requests over a socket.',
    isOf: (endpoint) => hasCredentials(endpoint) && permissions[endpoint.permission].length < ROLES.length,
  },
  'errors.not_acceptable': {
    calls: 'Every call that answers JSON.',
    isOf: ({ text, sends }) => !text && !sends,
  },
  'errors.idempotency.in_progress': withKey,
  'errors.precondition.failed': {
    calls: 'Every `PUT`, `PATCH` and `DELETE` of a resource, and the lock call, with `If-Match`.',
    isOf: isGuarded,
  },
  'errors.body.too_large': withBody,
  'errors.content_type.unsupported': every,
  'errors.idempotency.body_differs': withKey,
  'errors.rate_limited': every,
  'errors.position.not_reached': {
    calls: 'Every call, with the header `Tidings-Position` or while the read models are built.',
    isOf: () => true,
  },
  'errors.store.unavailable': every,
};

const RUNS = 'No call. The code is the `error` of a workflow run, in `GET /workflows/{workflow_id}/runs`.';

/** Errors that no single call has: of requests that reach no call, of defects, and of workflow runs. */
export const outsideCalls: Readonly<Partial<Record<RejectionCode, string>>> = {
  'errors.request.malformed': 'Every request.',
  'errors.not_found': 'Every path that the API does not define.',
  'errors.method_not_allowed': 'Every path of the API, with a method that it does not support.',
  'errors.request.timeout': 'Every request.',
  'errors.headers.too_large': 'Every request.',
  'errors.internal': 'Every call.',
  'errors.message_template.blank': RUNS,
  'errors.workflow.budget_spent': RUNS,
  'errors.webhook_settings.exists': 'No call. Of two requests that create the settings at once, one changes them.',
};

export const statusOfCode = (code: RejectionCode): number => statusOf[rejections[code].kind];

/** The codes that a call can answer with, in the order of the catalogue. */
export function errorCodesOf(endpoint: EndpointInfo): readonly RejectionCode[] {
  const own = new Set(endpoint.errors);
  const codes = Object.keys(rejections) as readonly RejectionCode[];
  return codes.filter((code) => own.has(code) || commonErrors[code]?.isOf(endpoint));
}

export const errorStatusesOf = (endpoint: EndpointInfo): readonly number[] =>
  [...new Set(errorCodesOf(endpoint).map(statusOfCode))].sort((a, b) => a - b);
