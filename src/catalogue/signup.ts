import { identityLimits } from './limits/identity.js';
import { requestLimits } from './limits/request.js';
import { LANGUAGES, SUBDOMAIN, TENANT_NAME } from './tenant.js';

interface SignUpField {
  /** Description of the field in the API. */
  readonly description: string;
  /** Label of the field in the form of the site. */
  readonly label: string;
  /** Under the label in the form: what is right. */
  readonly hint?: string;
  /** In the form: what to do where the field is empty, and where the service refuses its value. `VALUE`: the value. */
  readonly missing?: string;
  readonly refused?: string;
  /** In the form: what to do where the value breaks the pattern, or is too short or too long. */
  readonly wrong?: string;
  readonly wrongLength?: string;
  readonly kind: 'text' | 'email' | 'password' | 'choice';
  /** Code points. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly of?: readonly string[];
  readonly example?: string;
  readonly optional?: true;
  /** Token of HTML's `autocomplete`. */
  readonly autocomplete: string;
}

const between = ({ min, max }: { readonly min: number; readonly max: number }): string => `${min} to ${max}`;

/** The eight fields of a sign-up (specification 3 and 5): read by the API, its OpenAPI document and the form of the site. */
export const signUpFields = {
  tenant_name: {
    description: 'Name of the tenant, shown to clients: letters, digits and spaces.',
    label: 'Tenant name',
    hint: 'Clients see it.',
    missing: 'Enter a name for the tenant, such as Acme Corp.',
    wrong: 'Use letters A to Z, digits and spaces in the name, with a letter or digit first and last.',
    wrongLength: `Use ${between(identityLimits.tenantName)} characters in the name of the tenant.`,
    kind: 'text',
    ...identityLimits.tenantName,
    pattern: TENANT_NAME,
    example: 'Acme Corp',
    autocomplete: 'organization',
  },
  tenant_subdomain: {
    description:
      'Subdomain of the tenant: lower-case letters, digits, `_` and `-`. A subdomain is never reused. Names like `www` and `mail` are reserved.',
    label: 'Subdomain',
    hint: 'Made from the name. You cannot change it later.',
    missing: 'Enter a subdomain, such as acme.',
    refused: '“VALUE” is taken. Choose another subdomain.',
    wrong: 'Use lower-case letters, digits, “_” and “-” in the subdomain, with a letter or digit first.',
    wrongLength: `Use ${between(identityLimits.subdomain)} characters in the subdomain.`,
    kind: 'text',
    ...identityLimits.subdomain,
    pattern: SUBDOMAIN,
    example: 'acme',
    autocomplete: 'off',
  },
  user_email: {
    description: 'E-mail address of the first owner.',
    label: 'E-mail address',
    hint: 'You sign in with it as the first owner of the tenant.',
    missing: 'Enter your e-mail address.',
    wrongLength: `Use at most ${identityLimits.email} characters in the e-mail address.`,
    kind: 'email',
    min: 1,
    max: identityLimits.email,
    example: 'anna@acme.example',
    autocomplete: 'email',
  },
  user_password: {
    description: 'Password of the first owner. Very common passwords are not allowed.',
    label: 'Password',
    missing: 'Enter a password.',
    wrongLength: `Use ${between(identityLimits.password)} characters in the password.`,
    kind: 'password',
    ...identityLimits.password,
    example: 'a quiet green river',
    autocomplete: 'new-password',
  },
  user_firstname: {
    description: 'First name of the first owner.',
    label: 'First name',
    kind: 'text',
    min: 1,
    max: requestLimits.name,
    optional: true,
    autocomplete: 'given-name',
  },
  user_lastname: {
    description: 'Last name of the first owner.',
    label: 'Last name',
    kind: 'text',
    min: 1,
    max: requestLimits.name,
    optional: true,
    autocomplete: 'family-name',
  },
  signup_invite_code: {
    description: 'Invite code. Required if the deployment sets invite codes.',
    label: 'Invite code',
    hint: 'Only where the operator of this installation gave you one.',
    refused: 'Enter the invite code that the operator of this installation gave you.',
    kind: 'text',
    min: 1,
    max: requestLimits.name,
    optional: true,
    autocomplete: 'off',
  },
  preferred_language: {
    description: 'Language of the tenant. Default: en.',
    label: 'Language of the tenant',
    kind: 'choice',
    of: LANGUAGES,
    optional: true,
    autocomplete: 'off',
  },
} as const satisfies Record<string, SignUpField>;
