import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';

const FEWEST_RSA_BITS = 2_048;

/** Labels of a COSE key (RFC 9053); of RSA -1 is the modulus and -2 the exponent. */
const LABEL = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 };

/** The type, algorithm and curve of each kind of key that is taken. */
const P256 = [2, -7, 1];
const ED25519 = [1, -8, 6];
const RSA = [3, -257];

const isKind = (key: ReadonlyMap<number, unknown>, kind: readonly number[]): boolean =>
  [LABEL.type, LABEL.algorithm, LABEL.curve].slice(0, kind.length).every((label, i) => key.get(label) === kind[i]);

function jwkOf(key: ReadonlyMap<number, unknown>): JsonWebKey | undefined {
  const part = (label: number) => isoBase64URL.fromBuffer(key.get(label) as Uint8Array<ArrayBuffer>);
  if (isKind(key, P256)) return { kty: 'EC', crv: 'P-256', x: part(LABEL.x), y: part(LABEL.y) };
  if (isKind(key, ED25519)) return { kty: 'OKP', crv: 'Ed25519', x: part(LABEL.x) };
  if (isKind(key, RSA)) return { kty: 'RSA', n: part(LABEL.modulus), e: part(LABEL.exponent) };
  return undefined;
}

/** Whether signatures can be verified with a COSE key. Short keys and points outside the curve are unusable. */
export function isUsableKey(cose: Uint8Array<ArrayBuffer>): boolean {
  try {
    const jwk = jwkOf(isoCBOR.decodeFirst<Map<number, unknown>>(cose));
    if (!jwk) return false;
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' });
    return (asymmetricKeyDetails?.modulusLength ?? FEWEST_RSA_BITS) >= FEWEST_RSA_BITS;
  } catch {
    return false;
  }
}
