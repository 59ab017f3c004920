import { limits } from '../../../catalogue/limits/limits.js';
import { ErrorDto } from '../../../http/fields/error.dto.js';
import { ChoiceField, IntegerField, ObjectListField, TextField } from '../../../http/fields/fields.js';

const SHORT = 500;
const TOKEN = 4_096;

/** The form of the token call (specification 7); which fields are needed the grant says. */
export class TokenFormDto {
  @TextField({
    description: 'password, refresh_token or urn:ietf:params:oauth:grant-type:token-exchange',
    max: SHORT,
    example: 'password',
  })
  grant_type!: string;

  @TextField({ description: 'The e-mail (password)', max: limits.email, optional: true })
  username?: string;

  @TextField({ description: 'The password (password)', max: limits.password.max, optional: true })
  password?: string;

  @TextField({ description: 'The token to spend (refresh_token)', max: SHORT, optional: true })
  refresh_token?: string;

  @TextField({ description: 'The token to exchange (token exchange)', max: TOKEN, optional: true })
  subject_token?: string;

  @TextField({
    description: 'What the subject_token is: urn:tidings:token-type:client-auth-key',
    max: SHORT,
    optional: true,
  })
  subject_token_type?: string;

  @TextField({ description: 'Taken and not heeded', max: SHORT, optional: true })
  client_id?: string;

  @TextField({ description: 'Taken and not heeded', max: SHORT, optional: true })
  client_secret?: string;

  @TextField({ description: 'Taken and not heeded', max: SHORT, optional: true })
  scope?: string;

  @TextField({ description: 'Of authorization_code, which is not supported yet', max: TOKEN, optional: true })
  code?: string;

  @TextField({ description: 'Of authorization_code', max: TOKEN, optional: true })
  redirect_uri?: string;

  @TextField({ description: 'Of authorization_code', max: SHORT, optional: true })
  code_verifier?: string;

  @TextField({ description: 'Of authorization_code', max: SHORT, optional: true })
  provider_name?: string;
}

export class TokenDto {
  @TextField({ description: 'A JWT, sent as bearer', max: TOKEN })
  access_token!: string;

  @ChoiceField({ description: 'How it is sent', of: ['Bearer'] })
  token_type!: string;

  @IntegerField({ description: 'Seconds until the access token ends', min: 1, max: 86_400 })
  expires_in!: number;

  @TextField({ description: 'A JWT about the user, for you; users only', max: TOKEN, optional: true })
  id_token?: string;

  @TextField({ description: 'Good once, for the next tokens; users only', max: SHORT, optional: true })
  refresh_token?: string;

  @TextField({ description: 'Of a token exchange (RFC 8693)', max: SHORT, optional: true })
  issued_token_type?: string;
}

/** Our error body with what RFC 6749 5.2 wants beside it. */
export class TokenErrorDto extends ErrorDto {
  @ChoiceField({
    description: 'RFC 6749 5.2',
    of: ['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'temporarily_unavailable', 'server_error'],
  })
  error!: string;

  @TextField({ description: 'The same in English', max: 1000 })
  error_description!: string;
}

class JwkDto {
  @ChoiceField({ description: 'Key type', of: ['EC'] })
  kty!: string;

  @ChoiceField({ description: 'Curve', of: ['P-256'] })
  crv!: string;

  @TextField({ description: 'Coordinate', max: SHORT })
  x!: string;

  @TextField({ description: 'Coordinate', max: SHORT })
  y!: string;

  @TextField({ description: 'Named in a token’s header', max: SHORT })
  kid!: string;

  @ChoiceField({ description: 'What for', of: ['sig'] })
  use!: string;

  @ChoiceField({ description: 'How', of: ['ES256'] })
  alg!: string;
}

export class JwksDto {
  @ObjectListField({ description: 'The keys that tokens may be signed with, the newest first', of: JwkDto, max: 100 })
  keys!: JwkDto[];
}
