import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { isKeyName } from '../../../lib/notes/key-name.js';

/** The number of Ed25519 among the algorithms of signed notes. */
const ED25519 = 1;
const KEY_BYTES = 32;
const LINE = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/;

/** The public half of a key that signs notes. */
export interface VerifierKey {
  readonly name: string;
  /** Eight hexadecimal digits that differ for keys of one name. */
  readonly hash: string;
  readonly publicKey: KeyObject;
}

const typedBytesOf = (publicKey: KeyObject): Buffer =>
  Buffer.concat([Buffer.of(ED25519), Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')]);

const hashOf = (name: string, typed: Buffer): string =>
  createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);

/** @throws TypeError when the name has a blank or `+` */
export function verifierKey(name: string, publicKey: KeyObject): VerifierKey {
  if (!isKeyName(name)) throw new TypeError(`"${name}" cannot name a key.`);
  return { name, hash: hashOf(name, typedBytesOf(publicKey)), publicKey };
}

/** The line `<name>+<hash>+<key>` of the C2SP format. */
export const verifierKeyLine = ({ name, hash, publicKey }: VerifierKey): string =>
  `${name}+${hash}+${typedBytesOf(publicKey).toString('base64')}`;

/** undefined for a line of another form or algorithm, or whose hash is not that of its key. */
export function readVerifierKey(line: string): VerifierKey | undefined {
  const [, name = '', hash, base64 = ''] = LINE.exec(line) ?? [];
  const typed = Buffer.from(base64, 'base64');
  if (!isKeyName(name) || typed.length !== 1 + KEY_BYTES || typed[0] !== ED25519) return undefined;
  if (hash !== hashOf(name, typed)) return undefined;
  const x = typed.subarray(1).toString('base64url');
  return { name, hash, publicKey: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) };
}
