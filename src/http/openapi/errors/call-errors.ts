import { commonCalls } from '../../../catalogue/error-texts/error-calls.js';
import { statusOf } from '../../../catalogue/errors/rejection-entry.js';
import { type RejectionCode, rejections } from '../../../catalogue/errors/rejections.js';
import { permissions } from '../../../catalogue/permissions/permissions.js';
import { ROLES } from '../../../catalogue/permissions/roles.js';
import { isPublic } from '../../../kernel/access.js';
import { type EndpointInfo, isGuarded, isKeyed } from '../endpoint/endpoint-info.js';

type IsOf = (endpoint: EndpointInfo) => boolean;

const every: IsOf = () => true;
const hasCredentials: IsOf = ({ permission }) => !isPublic(permission);
const hasBody: IsOf = ({ method }) => method !== 'GET';

/** The calls that give each common error, for every handler. Another code is in `errors` of its `@Endpoint`. */
export const isCommonTo: Readonly<Record<keyof typeof commonCalls, IsOf>> = {
  'errors.validation.failed': every,
  'errors.body.malformed': hasBody,
  'errors.position.unreadable': every,
  'errors.credentials.ambiguous': hasCredentials,
  'errors.unauthenticated': hasCredentials,
  'errors.token.expired': hasCredentials,
  'errors.auth.reauthenticate': ({ recentSignIn }) => recentSignIn !== undefined,
  'errors.forbidden': (endpoint) =>
    hasCredentials(endpoint) && (permissions[endpoint.permission].length < ROLES.length || endpoint.asOf === true),
  'errors.tenant.suspended': (endpoint) =>
    hasCredentials(endpoint) || endpoint.errors?.includes('errors.tenant.not_found') === true,
  'errors.not_acceptable': ({ text, sends, page }) => !text && !sends && !page,
  'errors.idempotency.in_progress': isKeyed,
  'errors.precondition.failed': isGuarded,
  'errors.body.too_large': hasBody,
  'errors.content_type.unsupported': every,
  'errors.idempotency.body_differs': isKeyed,
  'errors.rate_limited': every,
  'errors.service.starting': every,
  'errors.conversation.erased': ({ errors }) => errors?.includes('errors.conversation.not_found') === true,
  'errors.position.not_reached': every,
  'errors.store.unavailable': every,
  'errors.stream.unreadable': every,
};

/** Whether the service gives the error to calls of a sort. */
export const isCommon = (code: RejectionCode): code is keyof typeof commonCalls => Object.hasOwn(commonCalls, code);

export const statusOfCode = (code: RejectionCode): number => statusOf[rejections[code].kind];

/** The error codes of a call, in the order of the catalogue. */
export function errorCodesOf(endpoint: EndpointInfo): readonly RejectionCode[] {
  const own = new Set(endpoint.errors);
  const codes = Object.keys(rejections) as readonly RejectionCode[];
  return codes.filter((code) => own.has(code) || (isCommon(code) && isCommonTo[code](endpoint)));
}

export const errorStatusesOf = (endpoint: EndpointInfo): readonly number[] =>
  [...new Set(errorCodesOf(endpoint).map(statusOfCode))].sort((a, b) => a - b);
