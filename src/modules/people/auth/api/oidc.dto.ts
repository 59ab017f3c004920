import { limits } from '../../../../catalogue/limits/limits.js';
import { TextField } from '../../../../http/fields/fields.js';

/** The SHA-256 of a verifier in base64url (RFC 7636 4.2). */
const S256 = /^[A-Za-z0-9_-]{43}$/;

export class AuthorizeQueryDto {
  @TextField({
    description:
      'URL of the app that receives the code, on `PUBLIC_URL` or a created domain of the tenant, without fragment and in normalized form.',
    max: limits.url,
    example: 'https://acme.tidings.example/callback',
  })
  redirect_uri!: string;

  @TextField({
    description: 'Value that the app receives back with the code. The app must compare it.',
    max: limits.oidcState,
    example: 'af0ifjsldkj',
  })
  state!: string;

  @TextField({
    description: 'PKCE challenge: the SHA-256 of the code verifier in base64url, method S256.',
    max: 43,
    pattern: S256,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  })
  code_challenge!: string;
}
