import type { RejectionKind } from '../../../src/catalogue/errors/rejection-entry.js';
import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';

const CORRECT_FIRST = 'No. Correct the request first; the same request fails again.';
const CHANGE_FIRST = 'No, not until the state that the code names has changed.';
const SAFE = 'Yes, after the seconds in `Retry-After`. Send a `POST` again with the same `Idempotency-Key`.';

const byKind: Readonly<Record<RejectionKind, string>> = {
  invalid: CORRECT_FIRST,
  unauthenticated: 'No. Send other credentials.',
  forbidden: 'No. Use credentials that may make the call.',
  'not-found': 'No. Check the path and its ids first.',
  'method-not-allowed': CORRECT_FIRST,
  'not-acceptable': CORRECT_FIRST,
  timeout: 'Yes. Send a `POST` again with the same `Idempotency-Key`.',
  conflict: CHANGE_FIRST,
  gone: 'No. The resource is gone permanently.',
  'precondition-failed': 'Yes, with the new `ETag`, after you read the resource again.',
  'too-large': 'No. Make the request smaller first.',
  'unsupported-media-type': CORRECT_FIRST,
  'key-reused': 'No. Send the request with a new `Idempotency-Key`.',
  'too-many-requests': 'Yes, after the seconds in `Retry-After`.',
  'headers-too-large': 'No. Make the request smaller first.',
  unavailable: SAFE,
  internal: 'Yes. Send a `POST` again with the same `Idempotency-Key`.',
};

const byCode: Readonly<Partial<Record<RejectionCode, string>>> = {
  'errors.token.expired': 'Yes, with a new access token.',
  'errors.conversation.locked': 'Yes, after `details.lock_expires_at`.',
  'errors.idempotency.in_progress': 'Yes, with the same `Idempotency-Key` after a short pause.',
  'errors.asset.upload_in_progress': 'Yes, 30 seconds later, while the upload URL is valid.',
  'errors.asset.too_slow': 'Yes, while the upload URL is valid.',
  'errors.webhook.replay_running': 'Yes, after the running replay has ended.',
  'errors.audit.not_sealed_yet': 'Yes, after the seconds in `Retry-After`, when the next checkpoint exists.',
  'errors.message_template.blank': 'The service does not repeat the run.',
  'errors.workflow.budget_spent': 'The service does not repeat the run.',
};

/** Whether a request that got the code may be sent again. */
export const retryAdvice = (code: RejectionCode, kind: RejectionKind): string => byCode[code] ?? byKind[kind];
