import { limits } from '../../../../catalogue/limits/limits.js';
import { ChoiceField, IntegerField, ObjectField, TextField } from '../../../../http/fields/fields.js';
import { EmailField } from '../../../../http/fields/text-fields.js';
import {
  AttachmentField,
  Base64UrlField,
  CredentialIdField,
  ExtensionResultsField,
  PublicKeyTypeField,
} from './credential-fields.dto.js';

const MAX = limits.passkeyData;
const CHALLENGE = 1_000;

export class BeginAuthenticationDto {
  @EmailField({
    description: 'Only the user with this e-mail address can sign in. By default every user can.',
    example: 'anna@acme.example',
    optional: true,
  })
  email?: string;
}

/** `PublicKeyCredentialRequestOptionsJSON` (WebAuthn 5.1.10). */
export class AuthenticationOptionsDto {
  @Base64UrlField({ description: 'Challenge, valid for five minutes and one use.', max: CHALLENGE })
  challenge!: string;

  @IntegerField({ description: 'Milliseconds until the challenge expires.', min: 1, max: 3_600_000 })
  timeout!: number;

  @TextField({ description: 'Relying party id: the host of the page.', max: limits.hostName })
  rpId!: string;

  @ChoiceField({ description: 'The authenticator verifies the user.', of: ['required'] })
  userVerification!: string;
}

class AssertionResponseDto {
  @Base64UrlField({ description: 'Client data of the browser, in JSON.', max: MAX })
  clientDataJSON!: string;

  @Base64UrlField({ description: 'Authenticator data.', max: MAX })
  authenticatorData!: string;

  @Base64UrlField({ description: 'Signature of the authenticator.', max: MAX })
  signature!: string;

  @Base64UrlField({ description: 'User handle of the registration.', max: limits.userHandle })
  userHandle!: string;
}

/** `AuthenticationResponseJSON` (WebAuthn 5.1): the result of `startAuthentication` of `@simplewebauthn/browser`. */
export class PasskeySignInDto {
  @CredentialIdField('Id of the credential.')
  id!: string;

  @CredentialIdField('The same as `id`.')
  rawId!: string;

  @PublicKeyTypeField()
  type!: string;

  @ObjectField({ description: 'Response of the authenticator.', of: AssertionResponseDto })
  response!: AssertionResponseDto;

  @AttachmentField()
  authenticatorAttachment?: string;

  @ExtensionResultsField()
  clientExtensionResults!: object;
}
