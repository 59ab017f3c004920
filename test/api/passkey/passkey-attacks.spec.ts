import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ORIGIN,
  registerPasskey,
  registrationOptions,
  signInOptions,
  signInWithPasskey,
  verifyRegistration,
  verifySignIn,
} from '../../fixtures/passkeys.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { Authenticator, type Said } from '../../support/authenticator.js';
import { requestedHead } from '../../support/given/tenant-log.js';

let tidings: Tidings;
let acme: Tenant;
let zeta: Tenant;
let anna: SignedIn;
let phone: Authenticator;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  zeta = await createTenant(tidings, 'zeta');
  anna = await acme.user('anna');
  phone = await registerPasskey(anna, acme.tenantId);
});
afterAll(() => tidings.close());
afterEach(() => vi.useRealTimers());

type Response = ReturnType<Authenticator['signIn']>;

const head = () => requestedHead(tidings);
const begin = async () => (await signInOptions(tidings, acme.tenantId)).body;
const signIn = (response: object, tenantId = acme.tenantId) => verifySignIn(tidings, tenantId, response);
const register = (response: object, who = anna) => verifyRegistration(who, acme.tenantId, response);
const beginRegistration = async (who = anna) => (await registrationOptions(who, acme.tenantId)).body;

const expectRefused = ({ status, body }: Answer, why: string) =>
  expect([why, status, body.code]).toEqual([why, 400, 'errors.passkey.invalid']);

/** The text with its character at `i` changed. */
const bent = (text: string, i = 20) => `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;

/** Said in either ceremony. */
const lies: Readonly<Record<string, Partial<Said>>> = {
  'another origin': { origin: 'https://evil.example' },
  'the origin without its port': { origin: 'http://localhost' },
  'the origin over https': { origin: 'https://localhost:3000' },
  'the origin of the address': { origin: 'http://127.0.0.1:3000' },
  'the origin as the beginning of another': { origin: `${ORIGIN}.evil.example` },
  'no origin': { origin: '' },
  'a frame of another origin': { crossOrigin: true },
  'a frame, told as a text': { crossOrigin: 'true' },
  'another relying party': { rpId: 'evil.example' },
  'another type': { type: 'payment.get' },
  'no user present': { present: false },
  'no user verified': { verified: false },
  'no challenge': { challenge: '' },
  'a challenge of its own': { challenge: Buffer.from('a challenge of its own').toString('base64url') },
};

describe.each(Object.entries(lies))('with %s', (why, said) => {
  test('no passkey is registered', async () => {
    const options = await beginRegistration();
    const before = await head();
    expectRefused(await register(new Authenticator().register(options, { origin: ORIGIN, ...said })), why);
    expect(await head()).toBe(before);
  });

  test('no user signs in', async () => {
    const options = await begin();
    expectRefused(await signIn(phone.signIn(options, { origin: ORIGIN, ...said })), why);
    expect((await signIn(phone.signIn(options, { origin: ORIGIN }))).status).toBe(200);
  });
});

describe('a challenge', () => {
  test('is good once, for a sign-in and for a registration', async () => {
    const response = phone.signIn(await begin(), { origin: ORIGIN });
    expect((await signIn(response)).status).toBe(200);
    expectRefused(await signIn(response), 'again');
    const options = await beginRegistration();
    expect((await register(new Authenticator().register(options, { origin: ORIGIN }))).status).toBe(200);
    expectRefused(await register(new Authenticator().register(options, { origin: ORIGIN })), 'another credential');
  });

  test('of ten sign-ins at once lets one in', async () => {
    const response = phone.signIn(await begin(), { origin: ORIGIN });
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(response)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  test('is good for five minutes', async () => {
    const [early, late] = [await begin(), await begin()];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 299_000 });
    expect((await signIn(phone.signIn(early, { origin: ORIGIN }))).status).toBe(200);
    vi.setSystemTime(Date.now() + 2_000);
    expectRefused(await signIn(phone.signIn(late, { origin: ORIGIN })), 'late');
  });

  test('is good in its tenant, for its ceremony and its user', async () => {
    const { challenge: foreign } = (await signInOptions(tidings, zeta.tenantId)).body;
    expectRefused(await signIn(phone.signIn({ challenge: foreign }, { origin: ORIGIN })), 'of another tenant');
    const { challenge } = await beginRegistration();
    expectRefused(await signIn(phone.signIn({ challenge }, { origin: ORIGIN })), 'of a registration');
    const options = await beginRegistration();
    const swapped = { ...options, challenge: (await begin()).challenge };
    expectRefused(await register(new Authenticator().register(swapped, { origin: ORIGIN })), 'of a sign-in');
    const ofOwner = await beginRegistration(acme.owner);
    expectRefused(await register(new Authenticator().register(ofOwner, { origin: ORIGIN })), 'of another user');
  });

  test('is sealed', async () => {
    const { challenge } = (await signInOptions(tidings, acme.tenantId, { email: anna.email })).body;
    const told = Buffer.from(challenge, 'base64url').toString('latin1');
    for (const fact of ['localhost', anna.id, anna.email, 'nonce', 'due']) expect(told).not.toContain(fact);
    for (const i of [0, 20, challenge.length - 2])
      expectRefused(await signIn(phone.signIn({ challenge: bent(challenge, i) }, { origin: ORIGIN })), `bent at ${i}`);
  });
});

describe('a response', () => {
  const changed = (change: (response: Response) => object) => async () =>
    change(phone.signIn(await begin(), { origin: ORIGIN }));
  const inside = (change: (response: Response['response']) => object) =>
    changed((all) => ({ ...all, response: { ...all.response, ...change(all.response) } }));
  const handle = (id: string) => Buffer.from(id).toString('base64url');

  const forged: Readonly<Record<string, () => Promise<object>>> = {
    'with another id': changed((all) => ({ ...all, id: bent(all.id), rawId: bent(all.id) })),
    'with two ids': changed((all) => ({ ...all, rawId: bent(all.id) })),
    'with a bent signature': inside(({ signature }) => ({ signature: bent(signature) })),
    'with no signature to speak of': inside(() => ({ signature: 'AA' })),
    'with another counter': inside(({ authenticatorData }) => ({ authenticatorData: bent(authenticatorData, 46) })),
    'with authenticator data cut off': inside(({ authenticatorData }) => ({
      authenticatorData: authenticatorData.slice(0, 40),
    })),
    'with authenticator data too long': inside(({ authenticatorData }) => ({
      authenticatorData: `${authenticatorData}AAAA`,
    })),
    'with client data that are no JSON': inside(() => ({ clientDataJSON: handle('{') })),
    'with client data null': inside(() => ({ clientDataJSON: handle('null') })),
    'of the owner': inside(() => ({ userHandle: handle(acme.owner.id) })),
    'of nobody': inside(() => ({ userHandle: handle('01890000-0000-7000-8000-000000000000') })),
    'of a stream that is no user': inside(() => ({ userHandle: handle('all') })),
    'of a user of another tenant': inside(() => ({ userHandle: handle(zeta.owner.id) })),
    'of a stranger’s authenticator': async () => {
      const [options, stranger] = [await begin(), new Authenticator()];
      stranger.register({ ...options, rp: { id: 'localhost' }, user: { id: handle(anna.id) } }, { origin: ORIGIN });
      return stranger.signIn(options, { origin: ORIGIN });
    },
  };
  test.each(Object.entries(forged))('%s signs nobody in', async (why, response) =>
    expectRefused(await signIn(await response()), why),
  );

  test('signs in in its own tenant alone', async () => {
    const { body: options } = await signInOptions(tidings, zeta.tenantId);
    expectRefused(await signIn(phone.signIn(options, { origin: ORIGIN }), zeta.tenantId), 'zeta');
    const unknown = '01890000-0000-7000-8000-000000000000';
    for (const tenantId of [unknown, 'acme']) {
      const { status, body } = await signIn(phone.signIn(options, { origin: ORIGIN }), tenantId);
      expect([status, body.code]).toEqual([404, 'errors.tenant.not_found']);
    }
  });

  test('with an attestation is registered without a look at its statement', async () => {
    const named = new Map([['x5c', Buffer.from('no certificate')]]);
    for (const fmt of ['packed', 'tpm', 'android-safetynet', 'unheard of']) {
      const response = new Authenticator().register(await beginRegistration(), {
        origin: ORIGIN,
        fmt,
        statement: named,
      });
      expect([fmt, (await register(response)).status]).toEqual([fmt, 200]);
    }
  });

  test('with a short key registers nothing', async () => {
    const short = new Authenticator({ key: 'RS256short' });
    expectRefused(await register(short.register(await beginRegistration(), { origin: ORIGIN })), '1,024 bits');
  });

  test('that is no attestation object registers nothing', async () => {
    const nested = Buffer.alloc(24_000, 0x81);
    const huge = Buffer.from('bb7fffffffffffffff', 'hex');
    const noise = Array.from({ length: 40 }, (_, n) => Buffer.from(`a${n}63666d74646e6f6e65`.slice(0, 18), 'hex'));
    const options = await beginRegistration();
    const good = new Authenticator().register(options, { origin: ORIGIN });
    for (const bytes of [nested, huge, Buffer.from('f6', 'hex'), ...noise]) {
      const response = { ...good.response, attestationObject: bytes.toString('base64url') };
      expectRefused(await register({ ...good, response }), bytes.subarray(0, 9).toString('hex'));
    }
    const all = Buffer.from(good.response.attestationObject, 'base64url');
    for (let n = 1; n < all.length; n++) {
      const response = { ...good.response, attestationObject: all.subarray(0, n).toString('base64url') };
      expectRefused(await register({ ...good, response }), `the first ${n} bytes`);
    }
  });
});

describe('the sign count', () => {
  test('does not go back, nor stay', async () => {
    const user = await acme.user('counted');
    const key = await registerPasskey(user, acme.tenantId, new Authenticator({ counts: true }));
    const counted = (count: number) => signInWithPasskey(tidings, acme.tenantId, key, { count });
    expect((await counted(5)).status).toBe(200);
    for (const count of [5, 4, 1, 0]) expectRefused(await counted(count), `${count}`);
    expect((await counted(6)).status).toBe(200);
  });

  test('of ten sign-ins at once is good for one', async () => {
    const user = await acme.user('cloned');
    const key = await registerPasskey(user, acme.tenantId, new Authenticator({ counts: true }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signInWithPasskey(tidings, acme.tenantId, key, { count: 9 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });
});
