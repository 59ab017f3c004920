/** Hashes of a node of the tree (RFC 9162, section 2.1.1). */
const NODE = 1;

async function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = NODE;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** The parent of an index. Sizes go beyond 32 bits, so no bit operators. */
const half = (index: number): number => Math.floor(index / 2);
const isOdd = (index: number): boolean => index % 2 === 1;

/** Whether the hashes lead from the leaf to the root (RFC 9162, section 2.1.3.2). */
export async function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  hashes: readonly Uint8Array[],
  root: Uint8Array,
): Promise<boolean> {
  if (index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const each of hashes) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = await nodeHash(each, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = await nodeHash(hash, each);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the later tree begins with the earlier one (RFC 9162, section 2.1.4.2). */
export async function isConsistent(earlier: Head, later: Head, hashes: readonly Uint8Array[]): Promise<boolean> {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return hashes.length === 0 && isSame(earlier.root, later.root);
  const isPower = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPower ? [earlier.root, ...hashes] : hashes;
  if (!first) return false;
  let [at, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [old, now] = [first, first];
  for (const each of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      old = await nodeHash(each, old);
      now = await nodeHash(each, now);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      now = await nodeHash(now, each);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(old, earlier.root) && isSame(now, later.root);
}
