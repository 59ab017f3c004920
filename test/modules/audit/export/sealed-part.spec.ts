import { describe, expect, test } from 'vitest';
import { openPart, PART_KEY_BYTES, sealPart } from '../../../../src/modules/audit/export/application/sealed-part.js';

const keyOf = (byte: number) => Buffer.alloc(PART_KEY_BYTES, byte).toString('base64url');
const content = Buffer.from('a canary in a file');

describe('a sealed part', () => {
  test('has nothing of its content in clear, and opens with its key', () => {
    const sealed = sealPart(keyOf(1), content);
    expect(sealed.includes('canary')).toBe(false);
    expect(openPart(keyOf(1), sealed)).toEqual(content);
  });
  test('does not open with another key, nor when it was changed', () => {
    const sealed = sealPart(keyOf(1), content);
    expect(() => openPart(keyOf(2), sealed)).toThrow();
    sealed[2] = (sealed[2] ?? 0) ^ 1;
    expect(() => openPart(keyOf(1), sealed)).toThrow();
  });
});
