import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socketPermissions } from '../../../src/catalogue/permissions/policies.js';
import { ROLES, type Role } from '../../../src/catalogue/permissions/roles.js';
import { SOCKET_REQUEST_TYPES, type SocketRequestType } from '../../../src/catalogue/socket-types.js';
import { createWorld, type RoleCaller, tracesOf, type World } from '../../fixtures/world.js';
import { type Listener, listen, listenerOf, refusal } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { quietLog, tenantLog } from '../../support/given/tenant-log.js';
import { type InvalidCredential, invalidCredentials, roleCredentials } from '../permissions/credentials.js';

type Outcome = 'ok' | 'errors.forbidden' | 'errors.conversation.not_found' | (string & {});
type Callers = Readonly<Record<string, RoleCaller>>;

/** Copied by hand from contract 7: every role may send every request. */
const SPECIFIED: Readonly<Record<SocketRequestType, readonly Role[]>> = {
  SUBSCRIBE: ROLES,
  UNSUBSCRIBE: ROLES,
  PING: ROLES,
  AUTHENTICATE: ROLES,
};

let tidings: Tidings;
let pluto: World;
let zeta: World;
let invalid: readonly InvalidCredential[];
let callers: Callers;
let before: readonly string[];
const checked = new Set<string>();

const logs = () => Promise.all([pluto, zeta].map(({ tenantId }) => tenantLog(tidings, tenantId)));

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  pluto = await createWorld(tidings, 'pluto');
  zeta = await createWorld(tidings, 'zeta');
  invalid = await invalidCredentials(tidings, pluto);
  const foreign = Object.entries(roleCredentials(zeta)).map(([name, who]) => [`foreign ${name}`, who] as const);
  callers = {
    ...roleCredentials(pluto),
    'CLIENT_PARTICIPANT of another conversation': pluto.otherClient,
    ...Object.fromEntries(foreign),
  };
  await quietLog(tidings);
  before = await logs();
});
afterAll(() => tidings.close());

const names = [
  ...['OWNER', 'USER', 'API_KEY', 'API_KEY as bearer', 'CLIENT_PARTICIPANT'].flatMap((name) => [
    name,
    `foreign ${name}`,
  ]),
  'CLIENT_PARTICIPANT of another conversation',
];
const isForeign = (name: string) => name.startsWith('foreign ');

function check(cell: string, found: Outcome, wanted: Outcome): void {
  checked.add(cell);
  expect([cell, found]).toEqual([cell, wanted]);
}

async function ask(listener: Listener, type: string, body?: object): Promise<Outcome> {
  const answer = await listener.ask(type, body);
  return answer.ok ? 'ok' : answer.error.code;
}

/** The answer to a subscription, by the table of roles and policies. */
function wantedOf(name: string, address: string): Outcome {
  const isClient = name.includes('CLIENT_PARTICIPANT');
  if (address === 'conversations') return isClient ? 'errors.forbidden' : 'ok';
  const own = name === 'CLIENT_PARTICIPANT' ? [pluto.ids.open] : [pluto.ids.other];
  const reached = isForeign(name) ? [] : isClient ? own : [pluto.ids.open, pluto.ids.other];
  return reached.some((id) => address === `conversations/${id}`) ? 'ok' : 'errors.conversation.not_found';
}

test('the table holds every request with its roles', () => {
  expect(socketPermissions).toEqual(SPECIFIED);
  expect(Object.keys(socketPermissions).sort()).toEqual([...SOCKET_REQUEST_TYPES].sort());
  expect(names.sort()).toEqual(Object.keys(callers).sort());
});

test('no invalid credential opens a socket', async () => {
  for (const { name, headers, code } of invalid) {
    const { authorization, 'x-api-key': key } = headers;
    const token = authorization?.replace(/^Bearer /, '');
    const auth = token === undefined ? {} : { token };
    const body = await refusal(tidings.url, { auth, extraHeaders: key === undefined ? {} : { 'x-api-key': key } });
    check(`connect with ${name}`, String(body.code), code);
    for (const trace of tracesOf(pluto)) expect(JSON.stringify(body)).not.toContain(trace);
  }
});

describe.each(names)('%s', (name) => {
  let listener: Listener;
  beforeAll(async () => {
    const who = callers[name] as RoleCaller;
    listener = name.endsWith('API_KEY')
      ? await listen(tidings.url, { extraHeaders: who.headers })
      : await listenerOf(who);
    return () => listener.close();
  });

  test.each<[string, (world: World) => string]>([
    ['all conversations', () => 'conversations'],
    ['a conversation', ({ ids }) => `conversations/${ids.open}`],
    ['another conversation', ({ ids }) => `conversations/${ids.other}`],
    ['no conversation', () => 'conversations/never-made'],
  ])('SUBSCRIBE and UNSUBSCRIBE to %s', async (what, addressIn) => {
    const address = addressIn(pluto);
    const wanted = wantedOf(name, address);
    check(`SUBSCRIBE to ${what} as ${name}`, await ask(listener, 'SUBSCRIBE', { address }), wanted);
    const missed = await ask(listener, 'SUBSCRIBE', { address, after: 'p0' });
    check(`SUBSCRIBE after p0 to ${what} as ${name}`, missed, wanted);
    check(`UNSUBSCRIBE from ${what} as ${name}`, await ask(listener, 'UNSUBSCRIBE', { address }), 'ok');
  });

  test('PING', async () => check(`PING as ${name}`, await ask(listener, 'PING'), 'ok'));

  test('AUTHENTICATE with the token of each principal', async () => {
    for (const [other, { token, id, role }] of Object.entries(callers)) {
      const own = callers[name] as RoleCaller;
      const isOwn = other === name || (role === 'API_KEY' && own.role === role && own.id === id);
      const wanted = isOwn ? 'ok' : 'errors.forbidden';
      check(`AUTHENTICATE as ${name} with ${other}`, await ask(listener, 'AUTHENTICATE', { token }), wanted);
    }
  });

  test('AUTHENTICATE with an invalid token', async () => {
    for (const { name: credential, headers, code } of invalid) {
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      if (token === undefined || code === 'errors.credentials.ambiguous') continue;
      check(`AUTHENTICATE as ${name} with ${credential}`, await ask(listener, 'AUTHENTICATE', { token }), code);
    }
  });

  test('hears nothing of another tenant', () => {
    const [own, other] = isForeign(name) ? [zeta, pluto] : [pluto, zeta];
    const heard = JSON.stringify(listener.heard);
    for (const trace of tracesOf(other)) expect(heard).not.toContain(trace);
    if (!name.includes('CLIENT')) expect(heard).toContain(own.tenantId);
  });
});

test('the logs are the same to the byte', async () => {
  const after = await logs();
  expect(after.map((log, i) => log === before[i])).toEqual([true, true]);
  console.info(`${checked.size} cells of requests and credentials`);
  expect(checked.size).toBeGreaterThan(400);
});
