import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';

describe.each([
  ['EVENT_STORE_MAY_LOSE', 'eventStoreMayLose'],
  ['CLOCK_TRUSTED', 'clockTrusted'],
] as const)('%s', (name, key) => {
  test.each([
    ['true', true],
    ['false', false],
    ['', false],
  ])('may be "%s"', (text, value) => expect(readConfig({ [name]: text })[key]).toBe(value));

  test.each(['yes', '1', 'TRUE'])('as "%s" stops the start with one sentence about it', (text) =>
    expect(() => readConfig({ [name]: text })).toThrow(`${name} must be true or false, not "${text}".`),
  );
});
