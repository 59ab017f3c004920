import { type RejectionCode, rejections } from '../errors/rejections.js';
import { errorDetails } from './error-details.js';
import { type FieldErrorCode, fieldErrorText } from './field-errors.js';
import { oauthError } from './oauth-error.js';

interface WrongField {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

const taken = (path: string, value?: string): WrongField => ({
  path,
  code: 'errors.field.taken',
  ...(value === undefined ? {} : { details: { value } }),
});

/** The entry of `errors`, for codes that name a field. The first is an error that every call can give. */
const wrongFields: Readonly<Partial<Record<RejectionCode, WrongField>>> = {
  'errors.validation.failed': { path: 'colour', code: 'errors.field.unknown' },
  'errors.position.unreadable': {
    path: 'tidings-position',
    code: 'errors.field.format',
    details: { format: 'a position' },
  },
  'errors.invite_code.invalid': { path: 'signup_invite_code', code: 'errors.field.invite_code' },
  'errors.user.exists': taken('email'),
  'errors.tenant.exists': taken('tenant_subdomain', 'acme'),
  'errors.domain.exists': taken('domain', 'chat.acme.example'),
  'errors.participant.exists': taken('id', 'grace'),
};

/** The entry of `errors` in a response. */
const wrongField = ({ path, code, details }: WrongField) => ({
  code,
  message: fieldErrorText(code, 'en', details),
  path,
  ...(details ? { details } : {}),
});

/** The body of an error with a code; `isOAuth` adds the members of the token call. */
export function errorExample(code: RejectionCode, isOAuth = false): object {
  const field = wrongFields[code];
  const details = errorDetails[code];
  return {
    ...(isOAuth ? oauthError({ code }) : {}),
    code,
    message: rejections[code].en,
    ...(field ? { errors: [wrongField(field)] } : {}),
    ...(details ? { details } : {}),
    request_id: '0198f0c4-6a2b-7c1d-9e4f-000000000001',
  };
}
