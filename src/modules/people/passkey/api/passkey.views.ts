import { CREDENTIAL_TYPE, PASSKEY_ALGORITHMS } from '../../../../catalogue/passkeys.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import type { Tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import type { User } from '../../user/domain/user.resource.js';
import type { BegunCeremony } from '../application/ceremonies.service.js';
import { CHALLENGE_MS } from '../application/challenges.service.js';
import { passkeyIdOf } from '../application/passkey-id.js';
import { writeUserHandle } from '../application/user-handle.js';
import type { Passkeys, RegisteredPasskey } from '../domain/passkey.decider.js';
import type { AuthenticationOptionsDto } from './authentication.dto.js';
import type { PasskeyDto } from './passkey.dto.js';
import type { RegistrationOptionsDto } from './registration-options.dto.js';

const REQUIRED = 'required';

const nameOf = ({ value: { email, firstname, lastname } }: ResourceRecord<User>): string =>
  [firstname, lastname].filter((name) => name !== undefined).join(' ') || email;

/** Every passkey is stored in its authenticator, which then names the user at sign-in. */
export const toRegistrationOptionsDto = (
  tenant: ResourceRecord<Tenant>,
  user: ResourceRecord<User>,
  passkeys: Passkeys,
  { challenge, rpId }: BegunCeremony,
): RegistrationOptionsDto => ({
  rp: { name: tenant.value.name, id: rpId },
  user: { id: writeUserHandle(user.id), name: user.value.email, displayName: nameOf(user) },
  challenge,
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: CREDENTIAL_TYPE })),
  timeout: CHALLENGE_MS,
  attestation: 'none',
  excludeCredentials: passkeys
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId: id, transports }) => ({ id, type: CREDENTIAL_TYPE, ...(transports ? { transports } : {}) })),
  authenticatorSelection: { residentKey: REQUIRED, requireResidentKey: true, userVerification: REQUIRED },
  extensions: { credProps: true },
});

/** Names no credentials: the list would reveal who has some, and the browser finds those of the host without it. */
export const toAuthenticationOptionsDto = ({ challenge, rpId }: BegunCeremony): AuthenticationOptionsDto => ({
  challenge,
  timeout: CHALLENGE_MS,
  rpId,
  userVerification: REQUIRED,
});

export const toPasskeyDto = (passkey: RegisteredPasskey): PasskeyDto => ({
  id: passkeyIdOf(passkey.credentialId),
  credential_id: passkey.credentialId,
  rp_id: passkey.rpId,
  aaguid: passkey.aaguid,
  backup_eligible: passkey.isBackupEligible,
  ...(passkey.transports === undefined ? {} : { transports: [...passkey.transports] }),
  created_at: passkey.registeredAt,
});
