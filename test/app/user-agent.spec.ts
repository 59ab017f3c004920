import { describe, expect, test } from 'vitest';
import { agentOf } from '../../app/src/account/user-agent.js';

const MOZILLA = 'Mozilla/5.0';

describe('the name of a session', () => {
  test.each([
    [
      `${MOZILLA} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36`,
      'Chrome',
      'Linux',
    ],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0`,
      'Edge',
      'Windows',
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15`,
      'Safari',
      'macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Mobile Safari/604.1`,
      'Chrome',
      'iOS',
    ],
    [`${MOZILLA} (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0`, 'Firefox', 'Android'],
    ['curl/8.9.1', 'curl', undefined],
  ])('%s', (header, browser, system) => {
    expect(agentOf(header)).toEqual({ browser, system });
  });

  test('is absent without a header', () => expect(agentOf('')).toBeUndefined());
});
