import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Argon2Passwords } from '../../../src/adapters/argon2/argon2-passwords.js';
import { provide } from '../../../src/engine/provide.js';
import { type HashedFor, PASSWORDS } from '../../../src/ports/identity/passwords.js';
import { from } from '../../fixtures/caller.js';
import { createTenant, signUpBody } from '../../fixtures/tenant.js';
import { PASSWORD, signIn } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';

/** Counts the passwords that it is asked about. */
class CountingPasswords extends Argon2Passwords {
  asked = 0;
  override hash(whom: HashedFor, password: string): Promise<string> {
    this.asked++;
    return super.hash(whom, password);
  }
  override verify(whom: HashedFor, known: string | undefined, password: string): Promise<boolean> {
    this.asked++;
    return super.verify(whom, known, password);
  }
}

describe('a password is hashed for no request over the limit', () => {
  const passwords = new CountingPasswords(1);
  let tidings: Tidings;
  let tenantId: string;

  beforeAll(async () => {
    const environment = { RATE_LIMITS: 'token=4,reset=4,signup=4,email=3', TRUST_PROXY: '127.0.0.1' };
    const replaced = provide(PASSWORDS, [], () => passwords);
    tidings = await startTidings(environment, undefined, undefined, [replaced]);
    tenantId = (await createTenant(tidings, 'acme', { types: [] })).tenantId;
  });
  afterAll(() => tidings.close());

  const wrong = (host: number, email: string) => signIn(from(tidings, `192.0.2.${host}`), tenantId, email, 'wrong');
  const guess = (host: number, email: string) =>
    from(tidings, `192.0.2.${host}`).call('POST', `/auth/${tenantId}/password-reset/set`, {
      body: { email, password: PASSWORD, token: 'tdp_guess' },
    });
  const signUp = (host: number, name: string) =>
    from(tidings, `192.0.2.${host}`).call('POST', '/signup', { body: signUpBody(name) });

  test.each([
    ['sign-ins of an address', 400, 4, (n: number) => wrong(1, `nobody-${n}@acme.example`)],
    ['sign-ins with an e-mail', 400, 3, () => wrong(2, 'olga@acme.example')],
    ['links of an address', 400, 4, (n: number) => guess(3, `somebody-${n}@acme.example`)],
    ['links of an e-mail', 400, 3, () => guess(4, 'guess@acme.example')],
    ['sign-ups of an address', 201, 4, (n: number) => signUp(5, `firm-${n}`)],
  ])('%s', async (_, status, limit, ask) => {
    const before = passwords.asked;
    const statuses: number[] = [];
    for (let n = 0; n < limit + 2; n++) statuses.push((await ask(n)).status);
    expect(statuses).toEqual([...Array(limit).fill(status), 429, 429]);
    expect(passwords.asked - before).toBe(limit);
  });
});
