import { createHash } from 'node:crypto';

/** The algorithms of RFC 9162, written from its text alone and apart from the service. */
const sha256 = (...parts: readonly Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const above = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right);

/** 2.1.1, from leaf hashes. */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return Buffer.from(leaves[0] as Uint8Array);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return above(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

/** 2.1.3.2 */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  hashes: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index >= size) return false;
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of hashes) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = above(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else r = above(r, p);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && Buffer.compare(r, root) === 0;
}

/** 2.1.4.2 */
export function isConsistent(
  from: number,
  fromRoot: Uint8Array,
  to: number,
  toRoot: Uint8Array,
  hashes: readonly Uint8Array[],
): boolean {
  if (from === to) return hashes.length === 0 && Buffer.compare(fromRoot, toRoot) === 0;
  const isPower = (from & (from - 1)) === 0;
  const path = isPower ? [fromRoot, ...hashes] : [...hashes];
  const [first, ...rest] = path;
  if (!first || hashes.length === 0) return false;
  let [fn, sn, fr, sr] = [from - 1, to - 1, first, first];
  while (fn % 2 === 1) [fn, sn] = [fn >> 1, sn >> 1];
  for (const c of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [above(c, fr), above(c, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else sr = above(sr, c);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && Buffer.compare(fr, fromRoot) === 0 && Buffer.compare(sr, toRoot) === 0;
}
