import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { simplewebauthnVerifier as verifier } from '../../../src/adapters/simplewebauthn/simplewebauthn-verifier.js';

type Texts<K extends string> = Readonly<Record<K, string>>;
interface Vector {
  readonly credentialId: string;
  readonly registration: Texts<'challenge' | 'clientDataJSON' | 'attestationObject'>;
  readonly authentication: Texts<'challenge' | 'clientDataJSON' | 'authenticatorData' | 'signature'>;
}

/** The vectors of WebAuthn Level 3, section 16, in base64url. */
const vectors: Readonly<Record<string, Vector>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'webauthn-vectors.json'), 'utf8'),
);
const ceremony = { origin: 'https://example.org', rpId: 'example.org' };
const shown = (id: string) => ({ id, rawId: id, type: 'public-key' });

function registered(name: string) {
  const { credentialId, registration } = vectors[name] as Vector;
  const { challenge, ...response } = registration;
  return verifier.registered({ ...shown(credentialId), response }, { ...ceremony, challenge });
}

async function signedIn(name: string) {
  const credential = await registered(name);
  if (!credential) return undefined;
  const { challenge, ...response } = (vectors[name] as Vector).authentication;
  return verifier.signedIn({ ...shown(credential.credentialId), response }, { ...ceremony, challenge }, credential);
}

afterEach(() => vi.restoreAllMocks());

describe('the vectors of WebAuthn', () => {
  /** By flags: the user was verified at the registration, and at the sign-in. */
  const VERIFIED: Readonly<Record<string, boolean>> = {
    'packed-self-es256': false,
    'none-es256-crossOrigin': true,
    'packed-es256': true,
    'packed-rs256': false,
    'tpm-es256': true,
    'android-key-es256': false,
  };
  const NOT_VERIFIED = ['none-es256', 'none-es256-topOrigin', 'none-es256-long-credential-id', 'packed-eddsa'];
  const REFUSED = [...NOT_VERIFIED, 'apple-es256', 'fido-u2f-es256', 'packed-es384', 'packed-es512', 'packed-ed448'];

  test('are all tried', () =>
    expect([...Object.keys(VERIFIED), ...REFUSED].sort()).toEqual(Object.keys(vectors).sort()));

  test.each(Object.entries(VERIFIED))(
    '%s is registered, and signs in where the user was verified',
    async (name, is) => {
      const credential = await registered(name);
      expect(credential).toMatchObject({ credentialId: vectors[name]?.credentialId, signCount: 0 });
      expect(await signedIn(name)).toBe(is ? 0 : undefined);
    },
  );

  test.each(REFUSED)('%s is refused: the user was not verified, or the algorithm is not taken', async (name) =>
    expect(await registered(name)).toBeUndefined(),
  );

  test('with certificates make no request', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    for (const name of Object.keys(vectors)) await signedIn(name);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('a sign-in', () => {
  const name = 'packed-es256';
  const { challenge, ...response } = (vectors[name] as Vector).authentication;
  const sign = async (more: object, change: object = {}, expected: object = {}) => {
    const credential = await registered(name);
    if (!credential) throw new Error('The vector is not registered.');
    const { credentialId } = credential;
    const sent = { ...shown(credentialId), response: { ...response, ...change } };
    return verifier.signedIn(sent, { ...ceremony, challenge, ...expected }, { ...credential, ...more });
  };

  test.each<readonly [string, object, object, object]>([
    ['another public key', { publicKey: 'pAEBAycgBiFYIAAA' }, {}, {}],
    ['another credential', { credentialId: 'AAAA' }, {}, {}],
    ['a higher count', { signCount: 1 }, {}, {}],
    ['a credential that may not be copied', { isBackupEligible: false }, {}, {}],
    ['another challenge', {}, {}, { challenge: 'AAAA' }],
    ['another origin', {}, {}, { origin: 'https://www.example.org' }],
    ['another relying party', {}, {}, { rpId: 'www.example.org' }],
    ['another signature', {}, { signature: (vectors['tpm-es256'] as Vector).authentication.signature }, {}],
  ])('with %s is refused', async (_, known, change, expected) => {
    expect(await sign({})).toBe(0);
    expect(await sign(known, change, expected)).toBeUndefined();
  });
});

describe('a registration', () => {
  const { credentialId, registration } = vectors['packed-es256'] as Vector;
  const attested = Buffer.from(registration.attestationObject, 'base64url');
  const register = (bytes: Uint8Array) => {
    const { challenge, clientDataJSON } = registration;
    const response = { clientDataJSON, attestationObject: Buffer.from(bytes).toString('base64url') };
    return verifier.registered({ ...shown(credentialId), response }, { ...ceremony, challenge });
  };

  test('of Firefox, from the tests of the library, is taken', async () => {
    const id = 'AdKXJEch1aV5Wo7bj7qLHskVY4OoNaj9qu8TPdJ7kSAgUeRxWNngXlcNIGt4gexZGKVGcqZpqqWordXb_he1izY';
    const response = {
      attestationObject:
        'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVjFPdxHEOnAiLIp26idVjIguzn3Ipr_RlsKZWsa-5qK-KBFAAAAAAAAAAAAAAAAAAAAAAAAAAAAQQHSlyRHIdWleVqO24-6ix7JFWODqDWo_arvEz3Se5EgIFHkcVjZ4F5XDSBreIHsWRilRnKmaaqlqK3V2_4XtYs2pQECAyYgASFYID5PQTZQQg6haZFQWFzqfAOyQ_ENsMH8xxQ4GRiNPsqrIlggU8IVUOV8qpgk_Jh-OTaLuZL52KdX1fTht07X4DiQPow',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiYUVWalkxQlhkWHBwVURBd1NEQndOV2Q0YURKZmRUVmZVRU0wVG1WWloyUSIsIm9yaWdpbiI6Imh0dHBzOlwvXC9kZXYuZG9udG5lZWRhLnB3IiwiYW5kcm9pZFBhY2thZ2VOYW1lIjoib3JnLm1vemlsbGEuZmlyZWZveCJ9',
    };
    const challenge = Buffer.from('hEccPWuziP00H0p5gxh2_u5_PC4NeYgd').toString('base64url');
    const expected = { challenge, origin: 'https://dev.dontneeda.pw', rpId: 'dev.dontneeda.pw' };
    expect(await verifier.registered({ ...shown(id), response }, expected)).toMatchObject({
      credentialId: id,
      aaguid: '00000000-0000-0000-0000-000000000000',
      isBackupEligible: false,
    });
  });

  test('with changed bytes never throws, and never is of another credential', async () => {
    const byte = fc.tuple(fc.nat({ max: attested.length - 1 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(byte, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(attested);
        for (const [at, value] of changes) bytes[at] = value;
        const credential = await register(bytes);
        if (credential) expect(credential.credentialId).toBe(credentialId);
      }),
      { numRuns: 500 },
    );
  });

  test('of bytes that are none never throws', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect(await register(bytes)).toBeUndefined();
      }),
      { numRuns: 500 },
    ));

  test('with a key that verifies nothing is refused', async () => {
    const x = attested.indexOf(Buffer.from('215820', 'hex')) + 3;
    expect(x).toBeGreaterThan(3);
    const offCurve = Buffer.from(attested);
    offCurve[x] = (offCurve[x] ?? 0) ^ 1;
    expect(await register(attested)).toBeDefined();
    expect(await register(offCurve)).toBeUndefined();
    expect(await register(attested.subarray(0, -1))).toBeUndefined();
  });
});
