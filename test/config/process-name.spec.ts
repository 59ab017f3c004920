import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';

const nameOf = (PROCESS_NAME?: string) => readConfig(PROCESS_NAME === undefined ? {} : { PROCESS_NAME }).processName;

describe('the name of a process', () => {
  test('is that of its host unless it is set, so that a restart has it again', () => {
    expect(nameOf()).toBe(hostname());
    expect(nameOf('')).toBe(hostname());
  });

  test.each([
    ['a word', 'api-1'],
    ['punctuation', '!#~'],
    ['200 characters', 'x'.repeat(200)],
  ])('may be %s', (_, name) => expect(nameOf(name)).toBe(name));

  test.each([
    ['a space', 'api 1'],
    ['other than ASCII', 'Ärger'],
    ['a line end', 'a\nb'],
    ['more than 200 characters', 'x'.repeat(201)],
  ])('with %s stops the start with one sentence about it', (_, name) =>
    expect(() => nameOf(name)).toThrow(/^PROCESS_NAME must be 1 to 200 printable ASCII characters .*\.$/s),
  );
});
