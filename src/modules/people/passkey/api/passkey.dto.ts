import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, TextField, TimestampField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { CredentialIdField, TransportsField } from './credential-fields.dto.js';

export class PasskeyDto {
  @TextField({ description: 'Id of the passkey: the SHA-256 of `credential_id` in base64url.', max: limits.id })
  id!: string;

  @CredentialIdField('Id of the credential, as the browser names it.')
  credential_id!: string;

  @TextField({ description: 'Relying party id: the host of the page that registered it.', max: limits.hostName })
  rp_id!: string;

  @TextField({ description: 'Model of the authenticator (AAGUID); zeros where it is not given.', max: limits.id })
  aaguid!: string;

  @BooleanField({ description: 'True if the passkey can be copied to other devices.' })
  backup_eligible!: boolean;

  @TransportsField()
  transports?: string[];

  @TimestampField({ description: 'Time of the registration.' })
  created_at!: string;
}

export class PasskeyQueryDto extends PageQueryDto {}
export const PasskeyListDto = ListDto('passkeys', PasskeyDto);
