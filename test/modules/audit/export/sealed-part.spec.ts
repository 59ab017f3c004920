import { describe, expect, test } from 'vitest';
import {
  newFileKey,
  openPart,
  SEAL_BYTES,
  sealPart,
} from '../../../../src/modules/audit/export/application/sealed-part.js';

const key = newFileKey();
const content = Buffer.from('a canary in a file');

describe('a sealed part', () => {
  test('has nothing of its content in clear, and opens with its key', () => {
    const sealed = sealPart(key, 3, content);
    expect(sealed.includes('canary')).toBe(false);
    expect(sealed).toHaveLength(content.length + SEAL_BYTES);
    expect(openPart(key, 3, sealed)).toEqual(content);
  });
  test('does not open with another key or number, nor when it was changed', () => {
    const sealed = sealPart(key, 3, content);
    expect(() => openPart(newFileKey(), 3, sealed)).toThrow();
    expect(() => openPart(key, 4, sealed)).toThrow();
    sealed[20] = (sealed[20] ?? 0) ^ 1;
    expect(() => openPart(key, 3, sealed)).toThrow();
  });
});
