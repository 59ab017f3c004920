import { type KeyObject, sign, verify } from 'node:crypto';
import type { VerifierKey } from './verifier-key.js';

const SIGNATURE = /^— ([^\s\p{Z}+]+) ([A-Za-z0-9+/]+=*)$/u;
const HASH_BYTES = 4;
const SIGNATURE_BYTES = 64;
const LONGEST = 1_048_576;
const MOST_SIGNATURES = 16;

/**
 * The text with one signature (C2SP signed-note). `key` is the public half of the Ed25519 key `privateKey`.
 * @throws TypeError unless the text ends with a line break
 */
export function signedNote(text: string, privateKey: KeyObject, key: VerifierKey): string {
  if (!text.endsWith('\n') || !text.isWellFormed()) throw new TypeError('The text of a note ends with a line break.');
  const signature = sign(null, Buffer.from(text), privateKey);
  const bytes = Buffer.concat([Buffer.from(key.hash, 'hex'), signature]);
  return `${text}\n— ${key.name} ${bytes.toString('base64')}\n`;
}

export type OpenedNote =
  /** One known key or more signed the text, and no signature of a known key is wrong. */
  | { readonly text: string; readonly signedBy: readonly VerifierKey[] }
  | { readonly wrong: 'malformed' | 'unsigned' | 'forged' };

/** Splits a note and verifies its signatures; those of unknown keys do not count. */
export function openNote(note: string, known: readonly VerifierKey[]): OpenedNote {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > LONGEST || !note.endsWith('\n') || !note.isWellFormed()) return { wrong: 'malformed' };
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return { wrong: 'malformed' };
  const signedBy: VerifierKey[] = [];
  for (const line of lines) {
    const [, name, base64 = ''] = SIGNATURE.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    if (name === undefined || bytes.length <= HASH_BYTES) return { wrong: 'malformed' };
    const hash = bytes.subarray(0, HASH_BYTES).toString('hex');
    const key = known.find((each) => each.name === name && each.hash === hash);
    if (!key) continue;
    const signature = bytes.subarray(HASH_BYTES);
    const isRight = signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key.publicKey, signature);
    if (!isRight) return { wrong: 'forged' };
    signedBy.push(key);
  }
  return signedBy.length === 0 ? { wrong: 'unsigned' } : { text, signedBy };
}
