import type { Event, EventTypes } from '../../../../kernel/event.js';

/** A credential with which a user signs in. Binary values are in base64url. */
export interface Passkey {
  readonly credentialId: string;
  /** COSE key. */
  readonly publicKey: string;
  /** As of the registration. Later counts make no events, since they rise with each sign-in. */
  readonly signCount: number;
  /** Relying party id under which it was made. */
  readonly rpId: string;
  /** Model of the authenticator; zeros where it is not given. */
  readonly aaguid: string;
  /** The credential may be copied to other devices. */
  readonly isBackupEligible: boolean;
  /** `passwordMark` of the user at the registration; another password ends the passkey at once. */
  readonly password: string;
  /** Revision of the user at the registration. */
  readonly userRevision: number;
  /** Hints for the browser how to reach the authenticator. */
  readonly transports?: readonly string[];
}

export type PasskeyEvent =
  | Event<'PasskeyRegistered', Passkey>
  | Event<'PasskeyRemoved', { readonly credentialId: string }>;

export const passkeyEventTypes: EventTypes<PasskeyEvent> = {
  PasskeyRegistered: { version: 1, personal: ['credentialId', 'publicKey', 'aaguid', 'transports'], subject: 'user' },
  PasskeyRemoved: { version: 1, personal: ['credentialId'], subject: 'user' },
};
