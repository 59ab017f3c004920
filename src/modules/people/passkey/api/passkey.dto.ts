import { createHash } from 'node:crypto';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, TextField, TimestampField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import type { RegisteredPasskey } from '../domain/passkey.decider.js';
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

export const toPasskeyDto = (passkey: RegisteredPasskey): PasskeyDto => ({
  id: createHash('sha256').update(passkey.credentialId).digest('base64url'),
  credential_id: passkey.credentialId,
  rp_id: passkey.rpId,
  aaguid: passkey.aaguid,
  backup_eligible: passkey.isBackupEligible,
  ...(passkey.transports === undefined ? {} : { transports: [...passkey.transports] }),
  created_at: passkey.registeredAt,
});
