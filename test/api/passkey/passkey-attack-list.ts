import { type Attacks, type Named, named } from '../permissions/tried-by.js';

const tried = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/passkey/passkey-attacks.spec.ts', ...titles);
const users = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/passkey/passkey-users.spec.ts', ...titles);
const two = (...titles: readonly string[]): readonly Named[] =>
  named('test/reliability/processes/passkeys-on-two-processes.spec.ts', ...titles);

/** Attacks on passkeys (WebAuthn 7.1, 7.2, 13.4). */
export const passkeyAttacks: Attacks = {
  'a challenge used twice': [
    ...tried('is good once, for a sign-in and for a registration', 'of ten sign-ins at once lets one in'),
    ...two('a challenge is used once'),
  ],
  'a challenge that is old, made up or changed': tried(
    'is good for five minutes',
    'no challenge',
    'a challenge of its own',
    'is sealed',
  ),
  'a challenge of another tenant, ceremony or user': [
    ...tried('is good in its tenant, for its ceremony and its user'),
    ...users('is not reached by a challenge for a former e-mail address'),
  ],
  'a response from another origin': [
    ...tried('another origin', 'the origin without its port', 'the origin as the beginning of another', 'no origin'),
    ...named('test/api/passkey/passkey-domains.spec.ts', 'signs in where it was made, and nowhere else'),
  ],
  'a response in a frame of another origin': tried('a frame of another origin', 'a frame, told as a text'),
  'a response for another relying party': tried('another relying party'),
  'a passkey of a domain that is gone or not verified': named(
    'test/api/passkey/passkey-domains.spec.ts',
    'counts once it is verified, and as long as it is there',
    'of the client app is no place where users sign in',
  ),
  'a response of another type': tried('another type'),
  'nobody at the authenticator': tried('no user present', 'no user verified'),
  'a sign count that goes back or stays': [
    ...tried('does not go back, nor stay', 'of ten sign-ins at once is good for one'),
    ...two('a count is good for one sign-in'),
  ],
  'a passkey in another tenant, or of another user': tried(
    'signs in in its own tenant alone',
    'of a user of another tenant',
    'of the owner',
    'of nobody',
    'of a stream that is no user',
  ),
  'a passkey of a deleted user': [
    ...users(
      'who is deleted signs in no more, and leaves no passkeys',
      'who was deleted is not another with the same e-mail address',
    ),
    ...two('a user deleted at one signs in at neither'),
  ],
  'a passkey that a thief of a session registered': [
    ...users(
      'who sets a password by a link has no session and no passkey any more',
      'who set a password by a link registers a passkey again, also after twenty of a thief',
      'does not sign in by a passkey that was registered while the password was set',
    ),
    ...two('a password that is set at one ends passkeys at both, and a stolen token registers none'),
  ],
  'a forged signature or key': tried(
    'with a bent signature',
    'with no signature to speak of',
    'with another counter',
    'of a stranger’s authenticator',
    'with a short key registers nothing',
  ),
  'a malformed attestation or response': tried(
    'that is no attestation object registers nothing',
    'with an attestation is registered without a look at its statement',
    'with authenticator data cut off',
    'with client data that are no JSON',
  ),
  'passkeys without end': named(
    'test/api/passkey/passkeys.spec.ts',
    'is bounded, also where several are registered at once',
  ),
  'challenges without end': named(
    'test/api/passkey/passkeys.spec.ts',
    'store nothing, however often they are requested',
  ),
  'enumeration of users by passkeys': named(
    'test/api/passkey/passkeys.spec.ts',
    'to sign in are as @simplewebauthn/server makes them, and name no credentials',
    'and the ways to sign in tell that there are passkeys',
  ),
};
