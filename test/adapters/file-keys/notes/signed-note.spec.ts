import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openNote, signedNote } from '../../../../src/adapters/file-keys/notes/signed-note.js';
import {
  readVerifierKey,
  verifierKey,
  verifierKeyLine,
} from '../../../../src/adapters/file-keys/notes/verifier-key.js';

/** The example of golang.org/x/mod/sumdb/note, from which C2SP signed-note comes. */
const LINE = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const TEXT =
  'If you think cryptography is the answer to your problem,\n' + "then you don't know what your problem is.\n";
const NOTE = `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, SEED]), format: 'der', type: 'pkcs8' });
const peter = verifierKey('PeterNeumann', createPublicKey(privateKey));

const other = generateKeyPairSync('ed25519');
const otherKey = verifierKey('other.example', other.publicKey);

describe('a verifier key', () => {
  test('is written as the example of the format', () => expect(verifierKeyLine(peter)).toBe(LINE));
  test('is read from its line', () => expect(verifierKeyLine(readVerifierKey(LINE) ?? otherKey)).toBe(LINE));

  test.each([
    [LINE.replace('c74f', 'c74e')],
    [LINE.replace('Peter', 'Paul')],
    [LINE.replace('+AR', '+AA')],
    ['PeterNeumann+c74f20a3'],
    [''],
  ])('%s is none', (line) => expect(readVerifierKey(line)).toBeUndefined());

  test.each([['a b'], ['a+b'], [''], ['a\u00a0b']])('is not named %j', (name) =>
    expect(() => verifierKey(name, other.publicKey)).toThrow(TypeError),
  );
});

describe('a signed note', () => {
  test('is that of the example', () => expect(signedNote(TEXT, privateKey, peter)).toBe(NOTE));

  test('opens with the key that signed it', () =>
    expect(openNote(NOTE, [otherKey, peter])).toEqual({ text: TEXT, signedBy: [peter] }));

  test('may have further signatures', () => {
    const second = signedNote(TEXT, other.privateKey, otherKey).slice(TEXT.length + 1);
    expect(openNote(NOTE + second, [otherKey])).toEqual({ text: TEXT, signedBy: [otherKey] });
  });

  test('has text with empty lines', () => {
    const note = signedNote('a\n\nb\n', other.privateKey, otherKey);
    expect(openNote(note, [otherKey])).toEqual({ text: 'a\n\nb\n', signedBy: [otherKey] });
  });

  test.each([
    ['a changed text', NOTE.replace('cryptography', 'Cryptography'), 'forged'],
    ['a changed signature', NOTE.replace('JkuBS9', 'JkuBS8'), 'forged'],
    ['a shorter signature', NOTE.replace('yyBwJnAM=', 'yyBw'), 'forged'],
    ['no signature', `${TEXT}\n`, 'malformed'],
    ['no empty line', TEXT, 'malformed'],
    ['another line among the signatures', `${NOTE}x\n`, 'malformed'],
    ['no line break at its end', NOTE.slice(0, -1), 'malformed'],
  ])('with %s does not open', (_, note, wrong) => expect(openNote(note, [peter])).toEqual({ wrong }));

  test('of an unknown key does not open', () => expect(openNote(NOTE, [otherKey])).toEqual({ wrong: 'unsigned' }));

  test('needs a text that ends with a line break', () =>
    expect(() => signedNote('a', privateKey, peter)).toThrow(TypeError));
});
