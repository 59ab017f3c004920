import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { limits } from '../../catalogue/limits/limits.js';
import { PASSKEY_ALGORITHMS } from '../../catalogue/passkeys.js';
import type {
  AuthenticationResponse,
  ExpectedCeremony,
  KnownCredential,
  NewCredential,
  PasskeyVerifier,
  RegistrationResponse,
} from '../../ports/identity/passkey-verifier.js';
import { isUsableKey } from './public-key.js';

type RegistrationJson = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationJson = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

const NONE = 'none';

const expectedOf = ({ challenge, origin, rpId }: ExpectedCeremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/**
 * Drops the attestation statement. The library would parse certificates in it and fetch the revocation lists that they
 * name, which may be addresses inside the network.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare: Parameters<typeof isoCBOR.encode>[0] = new Map()
    .set('fmt', NONE)
    .set('attStmt', new Map())
    .set('authData', authData);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

async function registered(
  { id, rawId, type, response }: RegistrationResponse,
  expected: ExpectedCeremony,
): Promise<NewCredential | undefined> {
  const { clientDataJSON, attestationObject } = response;
  const bare = { clientDataJSON, attestationObject: withoutStatement(attestationObject) };
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expectedOf(expected),
    response: { id, rawId, type, response: bare, clientExtensionResults: {} } as RegistrationJson,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  });
  if (!registrationInfo) return undefined;
  const { credential, aaguid, credentialDeviceType } = registrationInfo;
  if (credential.id !== id || credential.publicKey.length > limits.passkeyKeyBytes) return undefined;
  if (!isUsableKey(credential.publicKey)) return undefined;
  return {
    credentialId: id,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    signCount: credential.counter,
    aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
  };
}

async function signedIn(
  { id, rawId, type, response }: AuthenticationResponse,
  expected: ExpectedCeremony,
  { credentialId, publicKey, signCount, isBackupEligible }: KnownCredential,
): Promise<number | undefined> {
  if (id !== credentialId) return undefined;
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectedOf(expected),
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    } as AuthenticationJson,
    credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter: signCount },
  });
  const isSameKind = (authenticationInfo.credentialDeviceType === 'multiDevice') === isBackupEligible;
  return verified && isSameKind ? authenticationInfo.newCounter : undefined;
}

/** The library throws where a response does not fit. */
const orUndefined = <T>(verifying: Promise<T | undefined>): Promise<T | undefined> => verifying.catch(() => undefined);

/** `@simplewebauthn/server`. It makes no outgoing request here. */
export const simplewebauthnVerifier: PasskeyVerifier = {
  registered: (response, expected) => orUndefined(registered(response, expected)),
  signedIn: (response, expected, credential) => orUndefined(signedIn(response, expected, credential)),
};
