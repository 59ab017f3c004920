import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AuthSession, type SessionOptions, SignedOut, type TokenStore } from '../../sdk/src/session.js';
import { NoAnswer, Tidings } from '../../sdk/src/tidings.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD } from '../fixtures/tokens.js';
import { type Tidings as Service, startTidings } from '../support/api.js';
import { standInPlatform } from './stand-ins/platform.js';

let service: Service;
let tenant: Tenant;
let sessions: AuthSession[] = [];

beforeAll(async () => {
  service = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(service, 'sdk-session');
});
afterAll(() => service.close());
afterEach(() => {
  for (const each of sessions) each.close();
  sessions = [];
  vi.unstubAllGlobals();
});

const PASSWORD_FORM = { grant_type: 'password', username: OWNER_EMAIL, password: PASSWORD } as const;
const LIFE_MS = 900_000;

function storeOf(kept: Map<string, string>): TokenStore {
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  };
}

/** Tabs that share a store, each with the requests that it made. */
function origin() {
  const kept = new Map<string, string>();
  const machine = standInPlatform();
  const requests: string[] = [];
  const tab = (more: Partial<SessionOptions> = {}) => {
    const counted: typeof fetch = (url, init) => {
      requests.push(String(url));
      return fetch(url, init);
    };
    const { tenantId } = tenant;
    const store = storeOf(kept);
    const session = new AuthSession({ url: service.url, tenantId, store, fetch: counted, platform: machine, ...more });
    sessions.push(session);
    return session;
  };
  return { kept, machine, requests, tab };
}

const idOf = async (session: AuthSession) =>
  (await new Tidings({ url: service.url, credential: session.credential }).call('GET /users/me')).id;

describe('a session', () => {
  test('gives its token until it expires, then the next one, and stores the refresh token alone', async () => {
    const { kept, machine, requests, tab } = origin();
    const session = tab();
    const signedIn = await session.signIn(PASSWORD_FORM);
    expect(await session.credential()).toBe(signedIn.access_token);
    expect([...kept]).toEqual([[`tidings.session.${tenant.tenantId}`, signedIn.refresh_token]]);
    machine.sleep(LIFE_MS);
    const [one, other] = await Promise.all([session.credential(), session.credential()]);
    expect(one).not.toBe(signedIn.access_token);
    expect(other).toBe(one);
    expect(requests).toHaveLength(2);
    expect([...kept.values()]).not.toEqual([signedIn.refresh_token]);
    expect(await idOf(session)).toBe(tenant.owner.id);
  });

  test('gives another token for one that the service refuses', async () => {
    const session = origin().tab();
    const { access_token } = await session.signIn(PASSWORD_FORM);
    const next = await session.credential({ rejected: access_token });
    expect(next).not.toBe(access_token);
    expect(await session.credential({ rejected: access_token })).toBe(next);
  });

  test('goes on in a tab that opens later, in a store whose functions are asynchronous', async () => {
    const { kept, tab } = origin();
    const sync = storeOf(kept);
    const store: TokenStore = {
      getItem: async (name) => sync.getItem(name),
      setItem: async (name, text) => sync.setItem(name, text),
      removeItem: async (name) => sync.removeItem(name),
    };
    await tab({ store }).signIn(PASSWORD_FORM);
    sessions.pop()!.close();
    expect(await idOf(tab({ store }))).toBe(tenant.owner.id);
  });

  test('outlives a lost answer: the service gives the same tokens again', async () => {
    const { machine, tab } = origin();
    let losses = 0;
    const losing: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (losses-- > 0) throw new TypeError('the connection was lost');
      return response;
    };
    const session = tab({ fetch: losing });
    await session.signIn(PASSWORD_FORM);
    machine.sleep(LIFE_MS);
    losses = 2;
    await session.credential();
    expect(await idOf(session)).toBe(tenant.owner.id);
  });

  test('is renewed shortly before its token expires, while calls go on with it', async () => {
    const { machine, tab } = origin();
    const session = tab();
    const { access_token } = await session.signIn(PASSWORD_FORM);
    machine.sleep(LIFE_MS - 15_000);
    expect(await session.credential()).toBe(access_token);
    await expect.poll(() => session.credential()).not.toBe(access_token);
  });

  test('keeps a token that is good for a while if it cannot be renewed now', async () => {
    const { machine, tab } = origin();
    let isDown = false;
    const session = tab({
      fetch: (url, init) => (isDown ? Promise.reject(new TypeError('no network')) : fetch(url, init)),
    });
    const { access_token } = await session.signIn(PASSWORD_FORM);
    isDown = true;
    machine.sleep(LIFE_MS - 15_000);
    expect(await session.credential()).toBe(access_token);
    await expect(session.credential({ rejected: access_token })).rejects.toBeInstanceOf(NoAnswer);
  });
});

describe('the tabs of an origin', () => {
  test('make one refresh for all of them', async () => {
    const { machine, requests, tab } = origin();
    const [one, two, three] = [tab(), tab(), tab()];
    await one.signIn(PASSWORD_FORM);
    machine.sleep(LIFE_MS);
    requests.length = 0;
    const tokens = await Promise.all([one, two, three].map(({ credential }) => credential()));
    expect(new Set(tokens).size).toBe(1);
    expect(requests).toHaveLength(1);
    expect(await tab().credential()).toBe(tokens[0]);
    expect(requests).toHaveLength(1);
  });

  test('take no token that the service refused, though a tab that has not heard of the next one answers with it', async () => {
    const { requests, tab, machine } = origin();
    const behind = new BroadcastChannel(`tidings.session.${tenant.tenantId}`);
    const one = tab();
    const first = (await one.signIn(PASSWORD_FORM)).access_token;
    const staleAt = machine.now() + LIFE_MS / 2;
    const next = await one.credential({ rejected: first });
    behind.onmessage = ({ data }: { readonly data: unknown }) => {
      const asks = typeof data === 'object' && data !== null && 'asks' in data;
      if (asks) behind.postMessage({ access: { token: first, staleAt, expiresAt: staleAt } });
    };
    try {
      requests.length = 0;
      expect(await tab().credential({ rejected: first })).toBe(next);
      expect(requests).toEqual([]);
      await sleep(200);
      expect(await one.credential()).toBe(next);
    } finally {
      behind.close();
    }
  });

  test('stay signed in without locks and channels, since the same refresh token gets the same tokens', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('BroadcastChannel', undefined);
    const { machine, requests, tab } = origin();
    const [one, two] = [tab(), tab()];
    await one.signIn(PASSWORD_FORM);
    machine.sleep(LIFE_MS);
    requests.length = 0;
    const tokens = await Promise.all([one.credential(), two.credential()]);
    expect(tokens[0]).toBe(tokens[1]);
    expect(requests).toHaveLength(2);
    machine.sleep(LIFE_MS);
    expect([await idOf(one), await idOf(two)]).toEqual([tenant.owner.id, tenant.owner.id]);
  });

  test('are all signed out by one of them, and the service ends the session', async () => {
    const { kept, tab } = origin();
    const ended: string[] = [];
    const [one, two] = [tab({ onEnd: () => ended.push('one') }), tab({ onEnd: () => ended.push('two') })];
    const { access_token } = await one.signIn(PASSWORD_FORM);
    await two.credential();
    await one.signOut();
    await expect.poll(() => ended).toEqual(['one', 'two']);
    expect(kept.size).toBe(0);
    for (const each of [one, two]) await expect(each.credential()).rejects.toBeInstanceOf(SignedOut);
    const spent = new Tidings({ url: service.url, credential: access_token });
    await expect(spent.call('GET /users/me')).rejects.toMatchObject({ status: 401 });
  });
});

test('a refresh token that the service refuses ends the session, once', async () => {
  const { kept, tab } = origin();
  let ends = 0;
  const session = tab({ onEnd: () => ends++ });
  kept.set(`tidings.session.${tenant.tenantId}`, 'tdr_of_nobody');
  await expect(session.credential()).rejects.toMatchObject({ name: 'SignedOut', cause: { name: 'TidingsError' } });
  await expect(session.credential()).rejects.toBeInstanceOf(SignedOut);
  expect([kept.size, ends]).toEqual([0, 1]);
});

test('a refresh that is under way does not bring back a session that ended meanwhile', async () => {
  const { kept, machine, tab } = origin();
  const [goesOn, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let refreshes = 0;
  const held: typeof fetch = async (url, init) => {
    if (String(url).includes('/sessions')) await answered.promise;
    if (!String(init?.body).includes('grant_type=refresh_token')) return fetch(url, init);
    refreshes++;
    await goesOn.promise;
    return fetch(url, init).finally(answered.resolve);
  };
  const ended: string[] = [];
  const [one, two] = [tab({ fetch: held }), tab({ onEnd: () => ended.push('two') })];
  await one.signIn(PASSWORD_FORM);
  await two.credential();
  machine.sleep(LIFE_MS - 15_000);
  await one.credential();
  await expect.poll(() => refreshes).toBe(1);
  const leaving = one.signOut();
  await expect.poll(() => ended).toEqual(['two']);
  expect(kept.size).toBe(0);
  goesOn.resolve();
  await leaving;
  for (const each of [one, two]) await expect(each.credential()).rejects.toBeInstanceOf(SignedOut);
  expect([kept.size, ended]).toEqual([0, ['two']]);
});

test('a refusal that is not about the refresh token keeps it', async () => {
  const { kept, tab } = origin();
  const session = tab({ tenantId: '019a8f3e-5d0b-7a44-9d2e-6b1f0c8a7e21', name: 'elsewhere' });
  kept.set('elsewhere', 'tdr_of_somebody');
  await expect(session.credential()).rejects.toMatchObject({ status: 404 });
  expect(kept.get('elsewhere')).toBe('tdr_of_somebody');
});
