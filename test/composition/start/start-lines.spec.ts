import { describe, expect, test } from 'vitest';
import { startLines } from '../../../src/composition/start/start-lines.js';
import { readConfig } from '../../../src/config/config.js';

const OWN = 'http://127.0.0.1:3000';
const SERVERS = { EVENT_STORE_URL: 'kurrentdb://a:2113', READ_STORE_URL: 'mongodb://a' };
const linesWith = (settings: Readonly<Record<string, string>>) =>
  startLines(readConfig({ DATA_DIR: '/data', ...settings }), OWN, true);

describe('what a start says', () => {
  test('is where the service listens and what to try next', () =>
    expect(linesWith({})).toBe(`
Tidings listens at ${OWN} (data in /data).
Next: npm run quickstart plays a conversation against it. The documentation is at ${OWN}/docs.
The app is at http://localhost:3000/app, an address that has passkeys.
`));

  test.each(['projector', 'effects', 'projector,effects'])('has no address in a process of %s', (ROLES) =>
    expect(linesWith({ ...SERVERS, ROLES })).toBe(`\nTidings runs (${ROLES.replace(',', ', ')}, data in /data).\n`),
  );

  test.each(['0.0.0.0', '::'])('names PUBLIC_URL where the service listens at %s, as in a container', (HOST) => {
    const lines = linesWith({ HOST, PUBLIC_URL: 'https://tidings.example' });
    expect(lines).toContain('Tidings listens at https://tidings.example (');
    expect(lines).toContain('Next: TIDINGS_URL=https://tidings.example npm run quickstart plays');
    expect(lines).toContain('at https://tidings.example/docs');
    expect(lines).toMatch(/^The app is at https:\/\/tidings\.example\/app\.$/m);
    expect(lines).not.toContain('127.0.0.1');
  });

  test('names its own address where PUBLIC_URL is that of a proxy before it', () =>
    expect(linesWith({ PUBLIC_URL: 'https://tidings.example' })).toContain(`Tidings listens at ${OWN} (`));

  test('tells that links wait for PUBLIC_URL where it listens at every address without one', () => {
    const lines = linesWith({ HOST: '0.0.0.0' });
    expect(lines).toContain(`Tidings listens at ${OWN} (`);
    expect(lines).toMatch(/^PUBLIC_URL is not set, so no e-mail and no SMS with a link is sent\.$/m);
  });
});
