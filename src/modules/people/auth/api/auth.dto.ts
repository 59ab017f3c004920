import type { OidcProvider } from '../../../../../projections/oidc-config/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { ErrorDto } from '../../../../http/fields/error.dto.js';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ObjectListField,
  TextField,
} from '../../../../http/fields/fields.js';
import { EmailField, UsernameField } from '../../../../http/fields/text-fields.js';

const SHORT = 500;
const TOKEN = 4_096;
/** Providers put groups and roles into their tokens. */
const FOREIGN_TOKEN = 8_192;
/** RFC 7636 4.1. */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Form of the token call (specification 7); the grant decides which fields are required. */
export class TokenFormDto {
  @TextField({
    description:
      'Grant: `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`.',
    max: SHORT,
    example: 'password',
  })
  grant_type!: string;

  @UsernameField({ description: 'E-mail address of the user. Required for the grant `password`.', optional: true })
  username?: string;

  @TextField({
    description: 'Password of the user. Required for the grant `password`.',
    max: limits.password.max,
    optional: true,
  })
  password?: string;

  @TextField({
    description: 'Refresh token, valid once. Required for the grant `refresh_token`.',
    max: SHORT,
    optional: true,
  })
  refresh_token?: string;

  @TextField({
    description:
      'Client auth key from a client URL, or access token of the identity provider of the tenant. Required for token exchange.',
    max: FOREIGN_TOKEN,
    optional: true,
  })
  subject_token?: string;

  @TextField({
    description:
      'Type of `subject_token`: `urn:tidings:token-type:client-auth-key` or `urn:ietf:params:oauth:token-type:access_token`. Required for token exchange.',
    max: SHORT,
    optional: true,
  })
  subject_token_type?: string;

  @TextField({ description: 'Accepted and ignored.', max: SHORT, optional: true })
  client_id?: string;

  @TextField({ description: 'Accepted and ignored.', max: SHORT, optional: true })
  client_secret?: string;

  @TextField({ description: 'Accepted and ignored.', max: SHORT, optional: true })
  scope?: string;

  @TextField({
    description:
      'Authorization code of the OIDC provider, or login code of a sign-up; valid once. Required for the grants `authorization_code` and `urn:tidings:grant-type:login-code`.',
    max: TOKEN,
    optional: true,
  })
  code?: string;

  @TextField({
    description: 'Redirect URI of the authorize call. Required for the grant `authorization_code`.',
    max: limits.url,
    optional: true,
  })
  redirect_uri?: string;

  @TextField({
    description: 'PKCE verifier: 43 to 128 characters. Required for the grant `authorization_code`.',
    max: 128,
    pattern: CODE_VERIFIER,
    optional: true,
  })
  code_verifier?: string;

  @TextField({
    description: 'Name of the OIDC provider of the authorize call. Required for the grant `authorization_code`.',
    max: SHORT,
    optional: true,
  })
  provider_name?: string;
}

export class SignInOptionsQueryDto {
  @EmailField({ description: 'E-mail address of the person who signs in. Required.', example: 'anna@acme.example' })
  email!: string;
}

export class OidcProviderOptionDto {
  @IdField({ description: 'Name of the provider.' })
  name!: string;

  @TextField({ description: 'Authority of the provider, a URL.', max: limits.url })
  authority!: string;

  @TextField({ description: 'Client id of the tenant at the provider.', max: SHORT })
  client_id!: string;
}

export const toOidcProviderOptionDto = ({ name, authorityUrl, clientId }: OidcProvider): OidcProviderOptionDto => ({
  name,
  authority: authorityUrl,
  client_id: clientId,
});

export class SignInOptionsDto {
  @BooleanField({ description: 'True if users sign in with e-mail address and password.' })
  email!: boolean;

  @BooleanField({
    description:
      'True if users can sign in with a passkey: the main app has a domain served over https, or is on localhost.',
  })
  webauthn!: boolean;

  @ObjectListField({
    description: 'OIDC providers of the tenant, oldest first.',
    of: OidcProviderOptionDto,
    max: limits.oidcConfigs,
  })
  oidc_providers!: OidcProviderOptionDto[];
}

export class TokenDto {
  @TextField({ description: 'Access token, a JWT. Send it as `Authorization: Bearer`.', max: TOKEN })
  access_token!: string;

  @ChoiceField({ description: 'Type of the access token.', of: ['Bearer'] })
  token_type!: string;

  @IntegerField({ description: 'Seconds until the access token expires.', min: 1, max: 86_400 })
  expires_in!: number;

  @TextField({
    description: 'JWT with the id, e-mail address and name of the user. Absent for client participants.',
    max: TOKEN,
    optional: true,
  })
  id_token?: string;

  @TextField({
    description: 'Token for the next access token, valid once. Absent for client participants.',
    max: SHORT,
    optional: true,
  })
  refresh_token?: string;

  @TextField({
    description: 'Type of the issued token (RFC 8693). Present only after a token exchange.',
    max: SHORT,
    optional: true,
  })
  issued_token_type?: string;
}

/** The error body with the members of RFC 6749, section 5.2. */
export class TokenErrorDto extends ErrorDto {
  @ChoiceField({
    description: 'OAuth error code (RFC 6749, section 5.2).',
    of: ['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'temporarily_unavailable', 'server_error'],
  })
  error!: string;

  @TextField({ description: 'Error in words, in English.', max: 1000 })
  error_description!: string;
}

class JwkDto {
  @ChoiceField({ description: 'Key type.', of: ['EC'] })
  kty!: string;

  @ChoiceField({ description: 'Elliptic curve.', of: ['P-256'] })
  crv!: string;

  @TextField({ description: 'X coordinate of the public key, in base64url.', max: SHORT })
  x!: string;

  @TextField({ description: 'Y coordinate of the public key, in base64url.', max: SHORT })
  y!: string;

  @TextField({ description: 'Key id, as in the header of a token.', max: SHORT })
  kid!: string;

  @ChoiceField({ description: 'Use of the key: signatures.', of: ['sig'] })
  use!: string;

  @ChoiceField({ description: 'Signature algorithm.', of: ['ES256'] })
  alg!: string;
}

export class JwksDto {
  @ObjectListField({ description: 'Public keys that verify tokens, newest first.', of: JwkDto, max: 100 })
  keys!: JwkDto[];
}
