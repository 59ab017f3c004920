import { ECDH } from 'node:crypto';

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** The bytes of a text in base64url without padding; undefined for another number of bytes or another spelling. */
const decoded = (text: string, bytes: number): Buffer | undefined => {
  const read = Buffer.from(text, 'base64url');
  return read.length === bytes && read.toString('base64url') === text ? read : undefined;
};

/** Whether a text is a point of P-256, not compressed. */
export function isPoint(text: string): boolean {
  const point = decoded(text, POINT_BYTES);
  if (point?.[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

export const isAuthSecret = (text: string): boolean => decoded(text, AUTH_BYTES) !== undefined;
