import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileSecrets } from '../../../../src/adapters/file-keys/file-secrets.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { MINUTE, SECOND } from '../../../../src/kernel/instant.js';
import {
  type Challenge,
  PasskeyChallenges,
} from '../../../../src/modules/people/passkey/application/challenges.service.js';
import { TENANT } from '../../../support/given/given.js';
import { setClock } from '../../../support/processes/set-clock.js';

const OTHER = '0190a0a0-0000-7000-8000-000000000002';
const KIND = 'passkey-challenge';
const about = { rpId: 'acme.tidings.example', whose: 'anna' };

let clock: ReturnType<typeof setClock>;
let operations: SqliteOperationalStore;
let challenges: PasskeyChallenges;
beforeEach(() => {
  clock = setClock();
  operations = new SqliteOperationalStore(':memory:');
  challenges = new PasskeyChallenges(operations, clock, systemIds, fileSecrets(':memory:', Buffer.alloc(32, 7)));
});
afterEach(() => operations.close());

const issue = () => challenges.issue(TENANT, 'registration', about);
const open = (text: string) => challenges.open(TENANT, 'registration', text) as Challenge;

describe('a challenge', () => {
  test('carries its facts for five minutes, in its tenant and its ceremony', () => {
    const text = issue();
    expect(text).toMatch(/^[\w-]+$/);
    expect(open(text)).toMatchObject(about);
    expect(challenges.open(OTHER, 'registration', text)).toBeUndefined();
    expect(challenges.open(TENANT, 'authentication', text)).toBeUndefined();
    clock.advance(5 * MINUTE - 1);
    expect(open(text)).toMatchObject(about);
    clock.advance(1);
    expect(open(text)).toBeUndefined();
  });

  test.each(['', 'x', 'A'.repeat(300), '{}', 'ä'])('is not %j', (text) => expect(open(text)).toBeUndefined());

  test('of another master key is none', () => {
    const secrets = fileSecrets(':memory:', Buffer.alloc(32, 8));
    const strange = new PasskeyChallenges(operations, clock, systemIds, secrets);
    expect(open(strange.issue(TENANT, 'registration', about))).toBeUndefined();
  });

  test('is used by one request, which may use it again', async () => {
    const [one, other] = [open(issue()), open(issue())];
    expect(await challenges.use(TENANT, one, 'first')).toBe(true);
    expect(await challenges.use(TENANT, one, 'second')).toBe(false);
    expect(await challenges.use(TENANT, one, 'first')).toBe(true);
    expect(await challenges.use(TENANT, other, 'second')).toBe(true);
  });

  test('stores its use alone, for as long as it is good', async () => {
    const challenge = open(issue());
    for (let n = 0; n < 100; n++) issue();
    expect(await operations.list(TENANT, KIND, '', 10)).toEqual([]);
    clock.advance(4 * MINUTE);
    await challenges.use(TENANT, challenge, 'first');
    clock.advance(MINUTE);
    await operations.sweep(KIND, clock.now());
    expect(await operations.list(TENANT, KIND, '', 10)).toHaveLength(1);
    clock.advance(4 * MINUTE + SECOND);
    await operations.sweep(KIND, clock.now());
    expect(await operations.list(TENANT, KIND, '', 10)).toEqual([]);
  });
});
