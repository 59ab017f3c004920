import { token } from '../../kernel/token.js';

/** The answer of a browser to registration options, in JSON (WebAuthn 5.1, `RegistrationResponseJSON`). */
export interface RegistrationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[];
  };
}

/** The answer of a browser to authentication options, in JSON (WebAuthn 5.1, `AuthenticationResponseJSON`). */
export interface AuthenticationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

/** The ceremony that a response must belong to. */
export interface ExpectedCeremony {
  /** Challenge in base64url. */
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** A credential that an authenticator made. Binary values are in base64url. */
export interface NewCredential {
  readonly credentialId: string;
  /** COSE key. */
  readonly publicKey: string;
  /** 0 where the authenticator does not count. */
  readonly signCount: number;
  /** Model of the authenticator; zeros where it is not given. */
  readonly aaguid: string;
  /** The credential may be copied to other devices. */
  readonly isBackupEligible: boolean;
}

/** The credential as it is known before a sign-in. `signCount`: of its last sign-in. */
export type KnownCredential = Pick<NewCredential, 'credentialId' | 'publicKey' | 'signCount' | 'isBackupEligible'>;

/** Verifies responses of authenticators (WebAuthn 7.1, 7.2). Both ceremonies demand that the user was verified. */
export interface PasskeyVerifier {
  /** undefined: the response does not fit the ceremony. The attestation statement is ignored. */
  registered(response: RegistrationResponse, expected: ExpectedCeremony): Promise<NewCredential | undefined>;
  /** The new sign count. undefined: the response does not fit the ceremony or the credential, or its count went back. */
  signedIn(
    response: AuthenticationResponse,
    expected: ExpectedCeremony,
    credential: KnownCredential,
  ): Promise<number | undefined>;
}

export const PASSKEY_VERIFIER = token<PasskeyVerifier>('PasskeyVerifier');
