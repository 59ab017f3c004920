import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, tokenIn, tokenSentTo } from '../../fixtures/password-mails.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { claimsOf, refreshToken, signIn } from '../../fixtures/tokens.js';
import { listenerOf } from '../../realtime/listener.js';
import { type SharedMember, type SharedService, sharedService } from '../../support/given/shared-log.js';

/** Five seconds, and as many for a machine that is busy. */
const WITHIN_MS = 10_000;
const ANOTHER = 'a loud yellow mountain';

let service: SharedService;
let apis: readonly [SharedMember, SharedMember];
let acme: Tenant;

beforeAll(async () => {
  service = sharedService();
  await service.start(['projector', 'effects']);
  apis = await Promise.all([service.start(['api']), service.start(['api'])]);
  acme = await createTenant(apis[0], 'acme');
}, 60_000);
afterAll(() => service.close());

async function linkFor(email: string): Promise<string> {
  const before = mailsTo(service, email).map(tokenIn);
  await apis[0].call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email } });
  return tokenSentTo(service, email, before);
}

const set = (n: 0 | 1, email: string, token: string, password = ANOTHER) =>
  apis[n].call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body: { email, password, token } });

const endings: Readonly<Record<string, (user: SignedIn) => Promise<{ readonly status: number }>>> = {
  'another role': ({ id }) => acme.owner.call('PATCH', `/users/${id}`, { role: 'OWNER' }),
  'another password': async ({ email }) => set(0, email, await linkFor(email)),
  'the end of the session': (user) => user.call('DELETE', `/users/me/sessions/${claimsOf(user.token).sid}`),
  'the end of the user': ({ id }) => acme.owner.call('DELETE', `/users/${id}`),
};

describe.each(Object.keys(endings))('%s', (name) => {
  test('ends access and sockets within five seconds on every process', async () => {
    const user = await acme.user(`user-${Object.keys(endings).indexOf(name)}`);
    const me = async (n: 0 | 1) => (await user.at(apis[n]).call('GET', '/users/me')).status;
    const listeners = await Promise.all(apis.map((each) => listenerOf(user.at(each))));
    const off = listeners.map(({ socket }) => new Promise<void>((resolve) => socket.on('disconnect', () => resolve())));
    expect([await me(0), await me(1)]).toEqual([200, 200]);
    expect((await endings[name]?.(user))?.status).toBeLessThan(300);
    const since = performance.now();
    expect(await me(0)).toBe(401);
    await expect.poll(() => me(1), { timeout: WITHIN_MS }).toBe(401);
    await Promise.all(off);
    expect(performance.now() - since).toBeLessThan(WITHIN_MS);
    const refreshed = await refreshToken(apis[1], acme.tenantId, user.refreshToken);
    expect(refreshed.body.error).toBe('invalid_grant');
  });
});

test('of ten requests with one token, at both processes at once, one wins', async () => {
  const { email } = await acme.user('ten');
  const token = await linkFor(email);
  const passwords = Array.from({ length: 10 }, (_, n) => `${ANOTHER} ${n}`);
  const answers = await Promise.all(passwords.map((password, n) => set((n % 2) as 0 | 1, email, token, password)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(400)]);
  const won = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
  for (const each of apis) expect((await signIn(each, acme.tenantId, email, won)).status).toBe(200);
});

test('a token that one process issues after a change is good at once at the other, which saw the user before', async () => {
  const user = await acme.user('again');
  for (let round = 0; round < 3; round++) {
    const before = await acme.signIn(user.email);
    const me = async (token: string) => (await apis[1].call('GET', '/users/me', { token })).status;
    expect(await me(before.token)).toBe(200);
    await acme.owner.mustCall('PATCH', `/users/${user.id}`, { role: round % 2 === 0 ? 'OWNER' : 'USER' });
    expect(await me((await acme.signIn(user.email)).token)).toBe(200);
  }
});

test('of two owners who demote each other through two processes, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { owner, user } = await createTenant(apis[0], `two-${round}`);
    const second = await user('second', 'OWNER');
    const demote = (by: SignedIn, n: 0 | 1, id: string) =>
      by.at(apis[n]).call('PATCH', `/users/${id}`, { role: 'USER' });
    const answers = await Promise.all([demote(owner, 0, second.id), demote(second, 1, owner.id)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    const refused = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
    for (const status of refused) expect([401, 409]).toContain(status);
  }
});
