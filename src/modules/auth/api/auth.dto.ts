import { ErrorDto } from '../../../http/fields/error.dto.js';
import { ChoiceField, IntegerField, ObjectListField, TextField } from '../../../http/fields/fields.js';
import { limits } from '../../../catalogue/limits/limits.js';

const SHORT = 500;
const TOKEN = 4_096;

/** The form of the token call (specification 7); which fields are needed the grant says. */
export class TokenFormDto {
  @TextField({
    about: 'password, refresh_token or urn:ietf:params:oauth:grant-type:token-exchange',
    max: SHORT,
    example: 'password',
  })
  grant_type!: string;

  @TextField({ about: 'The e-mail (password)', max: limits.email, optional: true })
  username?: string;

  @TextField({ about: 'The password (password)', max: limits.password.max, optional: true })
  password?: string;

  @TextField({ about: 'The token to spend (refresh_token)', max: SHORT, optional: true })
  refresh_token?: string;

  @TextField({ about: 'The token to exchange (token exchange)', max: TOKEN, optional: true })
  subject_token?: string;

  @TextField({
    about: 'What the subject_token is: urn:tidings:token-type:client-auth-key',
    max: SHORT,
    optional: true,
  })
  subject_token_type?: string;

  @TextField({ about: 'Taken and not heeded', max: SHORT, optional: true })
  client_id?: string;

  @TextField({ about: 'Taken and not heeded', max: SHORT, optional: true })
  client_secret?: string;

  @TextField({ about: 'Taken and not heeded', max: SHORT, optional: true })
  scope?: string;

  @TextField({ about: 'Of authorization_code, which is not supported yet', max: TOKEN, optional: true })
  code?: string;

  @TextField({ about: 'Of authorization_code', max: TOKEN, optional: true })
  redirect_uri?: string;

  @TextField({ about: 'Of authorization_code', max: SHORT, optional: true })
  code_verifier?: string;

  @TextField({ about: 'Of authorization_code', max: SHORT, optional: true })
  provider_name?: string;
}

export class TokenDto {
  @TextField({ about: 'A JWT, sent as bearer', max: TOKEN })
  access_token!: string;

  @ChoiceField({ about: 'How it is sent', of: ['Bearer'] })
  token_type!: string;

  @IntegerField({ about: 'Seconds until the access token ends', min: 1, max: 86_400 })
  expires_in!: number;

  @TextField({ about: 'A JWT about the user, for you; users only', max: TOKEN, optional: true })
  id_token?: string;

  @TextField({ about: 'Good once, for the next tokens; users only', max: SHORT, optional: true })
  refresh_token?: string;

  @TextField({ about: 'Of a token exchange (RFC 8693)', max: SHORT, optional: true })
  issued_token_type?: string;
}

/** Our error body with what RFC 6749 5.2 wants beside it. */
export class TokenErrorDto extends ErrorDto {
  @ChoiceField({
    about: 'RFC 6749 5.2',
    of: ['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'temporarily_unavailable', 'server_error'],
  })
  error!: string;

  @TextField({ about: 'The same in English', max: 1000 })
  error_description!: string;
}

class JwkDto {
  @ChoiceField({ about: 'Key type', of: ['EC'] })
  kty!: string;

  @ChoiceField({ about: 'Curve', of: ['P-256'] })
  crv!: string;

  @TextField({ about: 'Coordinate', max: SHORT })
  x!: string;

  @TextField({ about: 'Coordinate', max: SHORT })
  y!: string;

  @TextField({ about: 'Named in a token’s header', max: SHORT })
  kid!: string;

  @ChoiceField({ about: 'What for', of: ['sig'] })
  use!: string;

  @ChoiceField({ about: 'How', of: ['ES256'] })
  alg!: string;
}

export class JwksDto {
  @ObjectListField({ about: 'The keys that tokens may be signed with, the newest first', of: JwkDto, max: 100 })
  keys!: JwkDto[];
}
