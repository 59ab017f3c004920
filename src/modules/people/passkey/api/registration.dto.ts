import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, IntegerField, ObjectField } from '../../../../http/fields/fields.js';
import {
  AttachmentField,
  Base64UrlField,
  CredentialIdField,
  ExtensionResultsField,
  PublicKeyTypeField,
  TransportsField,
} from './credential-fields.dto.js';

const MAX = limits.passkeyData;

class AttestationResponseDto {
  @Base64UrlField({ description: 'Client data of the browser, in JSON.', max: MAX })
  clientDataJSON!: string;

  @Base64UrlField({
    description: 'Attestation object of the authenticator. Its attestation statement is ignored.',
    max: limits.attestationObject,
  })
  attestationObject!: string;

  @TransportsField()
  transports?: readonly string[];

  @Base64UrlField({ description: 'Authenticator data. Accepted and ignored.', max: MAX, optional: true })
  authenticatorData?: string;

  @Base64UrlField({ description: 'Public key. Accepted and ignored.', max: MAX, optional: true })
  publicKey?: string;

  @IntegerField({
    description: 'COSE number of the signature algorithm. Accepted and ignored.',
    min: -65_535,
    max: 0,
    optional: true,
  })
  publicKeyAlgorithm?: number;
}

/** `RegistrationResponseJSON` (WebAuthn 5.1): the result of `startRegistration` of `@simplewebauthn/browser`. */
export class RegisterPasskeyDto {
  @CredentialIdField('Id of the new credential.')
  id!: string;

  @CredentialIdField('The same as `id`.')
  rawId!: string;

  @PublicKeyTypeField()
  type!: string;

  @ObjectField({ description: 'Response of the authenticator.', of: AttestationResponseDto })
  response!: AttestationResponseDto;

  @AttachmentField()
  authenticatorAttachment?: string;

  @ExtensionResultsField()
  clientExtensionResults!: object;
}

export class PasskeyRegisteredDto {
  @BooleanField({ description: 'Always true: a response that does not fit is an error.' })
  verified!: boolean;
}
