import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isConsistent, isIncluded } from '../../../app/src/audit/evidence/merkle.js';
import { openNote, signedText } from '../../../app/src/audit/evidence/note.js';
import { signedNote } from '../../../src/adapters/file-keys/notes/signed-note.js';
import { verifierKey, verifierKeyLine } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { GrowingTree } from '../../../src/engine/evidence/growing-tree.js';
import { Proofs } from '../../../src/engine/evidence/proofs.js';
import { Tile } from '../../../src/engine/evidence/tile.js';
import { checkpointText } from '../../../src/lib/notes/tree-checkpoint.js';

const SIZES = [1, 2, 3, 7, 8, 20, 33];
const MOST = 33;
const leaves = Array.from({ length: MOST }, (_, n) => createHash('sha256').update(`leaf ${n}`).digest());
const tree = new GrowingTree();
for (const leaf of leaves) tree.add(leaf);
const proofs = new Proofs(async (level) => Tile.read(tree.tiles[level] ?? ''));
const spoilt = (bytes: Buffer) => Buffer.from(bytes).fill(0, 0, 1);

test('a leaf is included by its proof, and by no other one', async () => {
  for (const size of SIZES) {
    const root = await proofs.root(size);
    for (let index = 0; index < size; index++) {
      const hashes = await proofs.inclusion(index, size);
      const leaf = leaves[index]!;
      expect(await isIncluded(leaf, index, size, hashes, root)).toBe(true);
      expect(await isIncluded(spoilt(leaf), index, size, hashes, root)).toBe(false);
      expect(await isIncluded(leaf, index, size, hashes, spoilt(root))).toBe(false);
      expect(await isIncluded(leaf, index, size, [...hashes, root], root)).toBe(false);
      expect(await isIncluded(leaf, index + size, size, hashes, root)).toBe(false);
      if (hashes.length > 0) expect(await isIncluded(leaf, index, size, hashes.slice(1), root)).toBe(false);
    }
  }
});

test('a later tree begins with an earlier one by its proof, and by no other one', async () => {
  for (const from of SIZES)
    for (const to of SIZES.filter((size) => size >= from)) {
      const earlier = { size: from, root: await proofs.root(from) };
      const later = { size: to, root: await proofs.root(to) };
      const hashes = await proofs.consistency(from, to);
      expect(await isConsistent(earlier, later, hashes)).toBe(true);
      expect(await isConsistent({ ...earlier, root: spoilt(earlier.root) }, later, hashes)).toBe(false);
      expect(await isConsistent(earlier, { ...later, root: spoilt(later.root) }, hashes)).toBe(false);
      expect(await isConsistent(earlier, later, [...hashes, later.root])).toBe(false);
      if (to > from) expect(await isConsistent(later, earlier, hashes)).toBe(false);
    }
});

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = verifierKey('log.example', publicKey);
const line = verifierKeyLine(key);
const root = createHash('sha256').digest();
const text = checkpointText({ origin: 'log.example', size: 12, root });

test('a note is read where a known key signed it', async () => {
  const note = signedNote(text, privateKey, key);
  expect(await openNote(note, [line])).toEqual({ origin: 'log.example', size: 12, root: new Uint8Array(root) });
  expect(await signedText(note, [line])).toBe(text);
});

test('a changed note, another key and a text without a signature are refused', async () => {
  const note = signedNote(text, privateKey, key);
  const other = verifierKeyLine(verifierKey('log.example', generateKeyPairSync('ed25519').publicKey));
  expect(await openNote(note.replace('\n12\n', '\n13\n'), [line])).toBeUndefined();
  expect(await openNote(note, [other])).toBeUndefined();
  expect(await openNote(note, [])).toBeUndefined();
  expect(await openNote(text, [line])).toBeUndefined();
});
