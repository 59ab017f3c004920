import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import { type Listener, listenAs } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

const ENDED_WITHIN_MS = 5_000;

let tidings: Tidings;
const open: Listener[] = [];
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});

async function as(who: Pick<Caller, 'token'>): Promise<Listener> {
  const listener = await listenAs(tidings.url, who.token);
  open.push(listener);
  return listener;
}

describe('a token that expires', () => {
  let acme: Tenant;
  let key: Caller;
  beforeAll(async () => {
    tidings = await startTidings({ ACCESS_TOKEN_SECONDS: '4' });
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('c1');
    key = await acme.apiKey();
  });
  afterAll(() => tidings.close());

  const post = (text: string) => {
    const message = { kind: 'TEXT', text, participant_id: 'client' };
    return key.call('POST', '/conversations/c1/messages', message, { prefer: 'wait' });
  };

  test('ends the subscriptions, by name, and not the line', async () => {
    const one = await as(await acme.signIn());
    const { position } = await one.subscribe('conversations/c1');
    expect(await one.next('ERROR')).toEqual({
      type: 'ERROR',
      code: 'errors.token.expired',
      message: expect.any(String),
      request_id: expect.any(String),
      addresses: ['conversations/c1'],
    });
    await post('unheard');
    expect(await one.ask('PING')).toMatchObject({ ok: true });
    expect(await one.subscribe('conversations')).toMatchObject({ error: { code: 'errors.token.expired' } });

    const renewed = await one.ask('AUTHENTICATE', { token: (await acme.signIn()).token });
    expect(renewed).toEqual({ ok: true, expires_at: expect.stringMatching(/Z$/) });
    expect(await one.subscribe('conversations/c1', position)).toMatchObject({ ok: true });
    expect((await one.next('NEW_MESSAGE')).message.text).toBe('unheard');
  });

  test('is renewed in place before it does, and nothing is missed', async () => {
    const one = await as(await acme.signIn());
    await one.subscribe('conversations');
    const until = Date.now() + 5_500;
    const texts: string[] = [];
    while (Date.now() < until) {
      await one.ask('AUTHENTICATE', { token: (await acme.signIn()).token });
      for (let i = 0; i < 4; i++) {
        texts.push(`${Date.now()}-${i}`);
        await post(texts.at(-1) ?? '');
      }
    }
    await one.until(() => one.of('NEW_MESSAGE').length === texts.length);
    expect(one.heard.map(({ message }) => message?.text)).toEqual(texts);
  });

  test('is renewed by one of the same subject alone', async () => {
    const one = await as(await acme.signIn());
    await key.mustCall('POST', '/users', { email: 'uma@acme.example', password: PASSWORD });
    const other = await createTenant(tidings, 'other');
    const { token: colleague } = await acme.signIn('uma@acme.example');
    for (const token of [key.token, other.owner.token, colleague]) {
      expect(await one.ask('AUTHENTICATE', { token })).toMatchObject({
        ok: false,
        error: { code: 'errors.forbidden' },
      });
    }
    for (const token of ['', 'nonsense', { $ne: 1 }, undefined]) {
      expect(await one.ask('AUTHENTICATE', { token })).toMatchObject({ ok: false });
    }
    expect(await one.subscribe('conversations')).toMatchObject({ ok: true });
  });

  test('lets nobody in', async () => {
    const { token } = await acme.signIn();
    await (await as({ token })).next('ERROR');
    await expect(as({ token })).rejects.toMatchObject({ code: 'errors.token.expired' });
  });
});

describe('access that ends', () => {
  let acme: Tenant;
  beforeAll(async () => {
    tidings = await startTidings();
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('c1');
  });
  afterAll(() => tidings.close());

  const ended = (listener: Listener) =>
    new Promise<number>((resolve) => {
      const from = performance.now();
      listener.socket.on('disconnect', () => resolve(performance.now() - from));
    });

  test.each<[string, () => Promise<Caller>, (who: Caller) => string]>([
    ['a deleted user', () => acme.user('gone'), ({ id }) => `/users/${id}`],
    ['a deleted key', () => acme.apiKey(), ({ id }) => `/api-keys/${id}`],
    ['a removed client', () => acme.client('c1'), ({ id }) => `/conversations/c1/participants/${id}`],
  ])('of %s ends the socket within five seconds, and it alone', async (_, make, path) => {
    const who = await make();
    const [theirs, mine] = [await as(who), await as(acme.owner)];
    await theirs.subscribe('conversations/c1');
    await mine.subscribe('conversations/c1');
    const gone = ended(theirs);
    await acme.owner.mustCall('DELETE', path(who));
    expect(await gone).toBeLessThan(ENDED_WITHIN_MS);
    expect(theirs.of('ERROR')[0]).toMatchObject({ code: 'errors.unauthenticated', addresses: ['conversations/c1'] });
    expect(await mine.ask('PING')).toMatchObject({ ok: true });
  });
});
