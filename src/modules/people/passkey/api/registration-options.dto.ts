import { limits } from '../../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../../../http/fields/fields.js';
import { Base64UrlField, CredentialIdField, PublicKeyTypeField, TransportsField } from './credential-fields.dto.js';

const CHALLENGE = 1_000;
/** Characters of both names with a space, or of an e-mail address. */
const DISPLAY_NAME = Math.max(2 * limits.name + 1, limits.email);

class RelyingPartyDto {
  @TextField({ description: 'Name of the tenant.', max: limits.tenantName.max })
  name!: string;

  @TextField({ description: 'Relying party id: the host of the page.', max: limits.hostName })
  id!: string;
}

class PasskeyUserDto {
  @Base64UrlField({ description: 'User handle: the id of the user.', max: limits.userHandle })
  id!: string;

  @TextField({ description: 'E-mail address of the user.', max: limits.email })
  name!: string;

  @TextField({ description: 'Name of the user. The e-mail address if the user has no name.', max: DISPLAY_NAME })
  displayName!: string;
}

class KeyParametersDto {
  @IntegerField({ description: 'COSE number of the signature algorithm.', min: -65_535, max: -1 })
  alg!: number;

  @PublicKeyTypeField()
  type!: string;
}

class KnownCredentialDto {
  @CredentialIdField('Id of a credential that the user has.')
  id!: string;

  @PublicKeyTypeField()
  type!: string;

  @TransportsField()
  transports?: readonly string[];
}

class AuthenticatorSelectionDto {
  @ChoiceField({ description: 'The credential is stored in the authenticator.', of: ['required'] })
  residentKey!: string;

  @BooleanField({ description: 'The same for older browsers.' })
  requireResidentKey!: boolean;

  @ChoiceField({ description: 'The authenticator verifies the user.', of: ['required'] })
  userVerification!: string;
}

class RegistrationExtensionsDto {
  @BooleanField({ description: 'The browser reports whether the credential is stored in the authenticator.' })
  credProps!: boolean;
}

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn 5.1.9). */
export class RegistrationOptionsDto {
  @ObjectField({ description: 'Relying party of the passkey.', of: RelyingPartyDto })
  rp!: RelyingPartyDto;

  @ObjectField({ description: 'User of the passkey.', of: PasskeyUserDto })
  user!: PasskeyUserDto;

  @Base64UrlField({ description: 'Challenge, valid for five minutes and one use.', max: CHALLENGE })
  challenge!: string;

  @ObjectListField({ description: 'Signature algorithms, the preferred first.', of: KeyParametersDto, max: 10 })
  pubKeyCredParams!: KeyParametersDto[];

  @IntegerField({ description: 'Milliseconds until the challenge expires.', min: 1, max: 3_600_000 })
  timeout!: number;

  @ChoiceField({ description: 'Attestation statements are not requested.', of: ['none'] })
  attestation!: string;

  @ObjectListField({
    description: 'Passkeys of the user. Their authenticators make no further one.',
    of: KnownCredentialDto,
    max: limits.passkeysPerUser,
  })
  excludeCredentials!: KnownCredentialDto[];

  @ObjectField({ description: 'Requirements for the authenticator.', of: AuthenticatorSelectionDto })
  authenticatorSelection!: AuthenticatorSelectionDto;

  @ObjectField({ description: 'Client extensions.', of: RegistrationExtensionsDto })
  extensions!: RegistrationExtensionsDto;
}
