import { type RejectionCode, rejections } from '../errors/rejections.js';

const NAMED: Partial<Record<RejectionCode, string>> = {
  'errors.grant.invalid': 'invalid_grant',
  'errors.grant.unsupported': 'unsupported_grant_type',
  'errors.grant.disabled': 'unsupported_grant_type',
  'errors.rate_limited': 'temporarily_unavailable',
  'errors.store.unavailable': 'temporarily_unavailable',
  'errors.identity_provider.unavailable': 'temporarily_unavailable',
  'errors.internal': 'server_error',
};

/** Members that RFC 6749 5.2 adds to errors of the token endpoint. Its description is always English. */
export const oauthError = ({ code }: { readonly code: RejectionCode }) => ({
  error: NAMED[code] ?? 'invalid_request',
  error_description: rejections[code].en,
});
