import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { EffectWorkers } from '../../../src/engine/effects/effect-workers.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { PASSWORDS } from '../../../src/ports/identity/passwords.js';
import { CLOCK } from '../../../src/ports/process/clock.js';
import { DOCUMENT_STORE } from '../../../src/ports/stores/document-store.js';
import { EVENT_STORE } from '../../../src/ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalKey } from '../../../src/ports/stores/operational-store.js';
import { ORIGIN, signInOptions, verifySignIn } from '../../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD, signIn } from '../../fixtures/tokens.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { Authenticator } from '../../support/authenticator.js';

const INVITED = 'invited@acme.example';

/** Kinds of entries that processes which share a log keep by a clock, whatever is asked of them. */
const OF_PROCESSES: ReadonlySet<unknown> = new Set(['lease', 'rate', 'model-reader']);

class IdleWorkers extends EffectWorkers {
  override async start(): Promise<void> {}
}

let tidings: Tidings;
let acme: Tenant;
let work: Map<string, number>;
/** Of users by e-mail address. */
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  // Mails are prepared after the answer, by workers that act on a clock; here the work of the request alone is counted.
  const workers = { provide: EffectWorkers, useValue: new IdleWorkers() };
  // Where a log is shared, whichever request comes first after two seconds reads the tenant again; here time stands still.
  let stoppedMs: number | undefined;
  const clock = { provide: CLOCK, useValue: { ...systemClock, monotonic: () => stoppedMs ?? systemClock.monotonic() } };
  tidings = await startTidings({ RATE_LIMITS: 'off' }, undefined, undefined, [workers, clock]);
  acme = await createTenant(tidings, 'acme');
  const { body: invited } = await acme.owner.mustCall('POST', '/users', { email: INVITED });
  ids = new Map([
    [OWNER_EMAIL, acme.owner.id],
    [INVITED, invited.id],
  ]);
  stoppedMs = systemClock.monotonic();
  count('states', CommandRunner, ['peek', 'known']);
  count('log', EVENT_STORE, ['read', 'append']);
  count('documents', DOCUMENT_STORE, ['reader']);
  count('entries', OPERATIONAL_STORE, ['get', 'put', 'remove', 'list']);
  count('passwords', PASSWORDS, ['hash', 'verify']);
});
afterAll(() => tidings.close());

/** Counts the calls of a port's methods. */
function count(name: string, port: symbol | typeof CommandRunner, methods: readonly string[]): void {
  const counted = tidings.app.get<unknown>(port) as Record<string, (...asked: unknown[]) => unknown>;
  for (const method of methods) {
    const real = counted[method]?.bind(counted);
    if (!real) throw new Error(`${name} has no ${method}.`);
    counted[method] = (...asked) => {
      if (!isOfProcesses(asked)) work.set(`${name} ${method}`, (work.get(`${name} ${method}`) ?? 0) + 1);
      return real(...asked);
    };
  }
}

/** By the key of an entry, or by the tenant and kind of a list of them. */
function isOfProcesses([key, kind]: readonly unknown[]): boolean {
  if (key === NO_TENANT) return OF_PROCESSES.has(kind);
  const { tenantId, kind: ofKey } = (key ?? {}) as Partial<OperationalKey>;
  return tenantId === NO_TENANT && OF_PROCESSES.has(ofKey);
}

const post = (path: string, body: object) => tidings.call('POST', `/auth/${acme.tenantId}/${path}`, { body });
const calls: Readonly<Record<string, (email: string) => Promise<Answer>>> = {
  'a sign-in with a wrong password': (email) => signIn(tidings, acme.tenantId, email, 'a quiet green sea'),
  'a request for a link': (email) => post('password-reset', { email }),
  'a wrong token': (email) => post('password-reset/set', { email, password: PASSWORD, token: 'tdp_wrong' }),
  'the passkey options': (email) => signInOptions(tidings, acme.tenantId, { email }),
  'a sign-in with a passkey of somebody else': (email) => foreignPasskey(email),
  'the ways to sign in': (email) => tidings.call('GET', `/auth/${acme.tenantId}/options?email=${email}`),
};

/** A sign-in for an e-mail address, as the user who has it or as nobody, with a passkey that neither has. */
async function foreignPasskey(email: string): Promise<Answer> {
  const { body: options } = await signInOptions(tidings, acme.tenantId, { email });
  const id = ids.get(email.toLowerCase()) ?? '01890000-0000-7000-8000-000000000000';
  const authenticator = new Authenticator();
  const user = { id: Buffer.from(id).toString('base64url') };
  authenticator.register({ ...options, rp: { id: options.rpId }, user }, { origin: ORIGIN });
  return verifySignIn(tidings, acme.tenantId, authenticator.signIn(options, { origin: ORIGIN }));
}

/** What an observer learns of one call, and what it costs; what differs from call to call left out. */
async function observed(call: (email: string) => Promise<Answer>, email: string) {
  work = new Map();
  const { status, body, headers } = await call(email);
  const told = [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit-remaining'].includes(name));
  const same = { ...body, request_id: '', challenge: body?.challenge?.length };
  return { status, body: same, told, work: [...work].sort() };
}

describe.each(Object.keys(calls))('%s', (name) => {
  test('answers and costs the same for a user, one without a password and nobody', async () => {
    const call = calls[name] as (email: string) => Promise<Answer>;
    for (const email of [OWNER_EMAIL, INVITED, 'nobody@acme.example']) await observed(call, email);
    const known = await observed(call, OWNER_EMAIL);
    expect(await observed(call, INVITED)).toEqual(known);
    expect(await observed(call, 'nobody@acme.example')).toEqual(known);
    expect(await observed(call, OWNER_EMAIL.toUpperCase())).toEqual(known);
    const statuses = { 'a request for a link': 204, 'the ways to sign in': 200, 'the passkey options': 200 };
    expect(known.status).toBe(statuses[name as keyof typeof statuses] ?? 400);
  });
});

test('a password is checked by its hash even where there is none', async () => {
  const { work: done } = await observed(calls['a sign-in with a wrong password'] as never, 'nobody@acme.example');
  expect(done).toContainEqual(['passwords verify', 1]);
});

test('a link is asked for by one write, and no look-up of a user', async () => {
  const { work: done } = await observed(calls['a request for a link'] as never, OWNER_EMAIL);
  expect(done.filter(([name]) => !name.startsWith('states'))).toEqual([['entries put', 1]]);
});
