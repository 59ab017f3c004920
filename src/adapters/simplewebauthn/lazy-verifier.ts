import type { PasskeyVerifier } from '../../ports/identity/passkey-verifier.js';

const load = async (): Promise<PasskeyVerifier> =>
  (await import('./simplewebauthn-verifier.js')).simplewebauthnVerifier;

/** Loads the library at the first response: with its parsers of certificates it takes 26 MiB, and 0.2 s once. */
export const lazyPasskeyVerifier: PasskeyVerifier = {
  registered: async (...args) => (await load()).registered(...args),
  signedIn: async (...args) => (await load()).signedIn(...args),
};
