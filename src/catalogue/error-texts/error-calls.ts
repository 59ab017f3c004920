import type { RejectionCode } from '../errors/rejections.js';

const AUTHENTICATED = 'Every call that needs credentials, and the connection of a socket.';
const WITH_BODY = 'Every `POST`, `PUT`, `PATCH` and `DELETE`.';
const WITH_KEY = 'Every `POST` that changes something, with an `Idempotency-Key`.';

/** Errors that the service gives to all calls of a sort, with these calls in words. */
export const commonCalls = {
  'errors.validation.failed': 'Every call.',
  'errors.body.malformed': WITH_BODY,
  'errors.position.unreadable':
    'Every call with the header `Tidings-Position`, and calls and socket requests that take a position.',
  'errors.credentials.ambiguous': AUTHENTICATED,
  'errors.unauthenticated': AUTHENTICATED,
  'errors.token.expired': AUTHENTICATED,
  'errors.auth.reauthenticate':
    'Every call with which a person changes sign-in credentials, roles, API keys, OIDC configs or sign-in settings.',
  'errors.forbidden':
    'Every call that is not open to every role, calls with conditional permissions, and requests over a socket.',
  'errors.tenant.suspended': 'Every call for a tenant, and the connection of a socket.',
  'errors.not_acceptable': 'Every call that returns JSON.',
  'errors.idempotency.in_progress': WITH_KEY,
  'errors.precondition.failed': 'Every `PUT`, `PATCH` and `DELETE` of a resource, and the lock call, with `If-Match`.',
  'errors.body.too_large': WITH_BODY,
  'errors.content_type.unsupported': 'Every call.',
  'errors.idempotency.body_differs': WITH_KEY,
  'errors.rate_limited': 'Every call.',
  'errors.service.starting': 'Every call, and the connection of a socket.',
  'errors.conversation.erased': 'Every call that names a conversation in its path.',
  'errors.position.not_reached': 'Every call, with the header `Tidings-Position` or while the read models are built.',
  'errors.store.unavailable': 'Every call.',
  'errors.stream.unreadable': 'Every call.',
} as const satisfies Readonly<Partial<Record<RejectionCode, string>>>;

const RUNS = 'No call. The code is the `error` of a workflow run, in `GET /workflows/{workflow_id}/runs`.';

/** Errors that no single call has: of requests that reach no call, of defects, and of workflow runs. */
export const outsideCalls: Readonly<Partial<Record<RejectionCode, string>>> = {
  'errors.request.malformed': 'Every request.',
  'errors.not_found': 'Every path that the API does not define.',
  'errors.method_not_allowed': 'Every path of the API, with a method that it does not support.',
  'errors.request.timeout': 'Every request.',
  'errors.headers.too_large': 'Every request.',
  'errors.internal': 'Every call.',
  'errors.store.refused': 'No call of the API. `GET /health/ready` returns it.',
  'errors.message_template.blank': RUNS,
  'errors.workflow.budget_spent': RUNS,
  'errors.oidc_config.no_userinfo':
    'No call. The code is in the response of `POST /oidc-configs/{provider_name}/test`.',
  'errors.webhook_settings.exists':
    'No call. If two requests create the settings at the same time, one of them changes the settings.',
};
