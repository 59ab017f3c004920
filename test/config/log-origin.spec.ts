import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';

describe('LOG_ORIGIN', () => {
  test('is a name without blanks', () => {
    expect(readConfig({ LOG_ORIGIN: 'log.example' }).logOrigin).toBe('log.example');
    expect(readConfig({}).logOrigin).toBeUndefined();
  });

  test.each(['a b', 'a+b', 'a\u00a0b'])('%j stops the start', (LOG_ORIGIN) =>
    expect(() => readConfig({ LOG_ORIGIN })).toThrow(/^LOG_ORIGIN must be a name like tidings.example/),
  );
});
