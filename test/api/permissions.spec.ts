import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../src/catalogue/permissions/permissions.js';
import type { EndpointInfo } from '../../src/http/openapi/endpoint.js';
import { endpointsOf } from '../../src/http/pipeline/endpoints.js';
import { EVENT_STORE, type EventStore } from '../../src/ports/event-store.js';
import { REACHES_LOOPBACK } from '../fixtures/identity-provider.js';
import { createWorld, type RoleCaller, tracesOf, type World } from '../fixtures/world.js';
import { type Ask, startTidings, type Tidings } from '../support/api.js';
import { sampleCalls } from '../support/sample-calls.js';
import { impostors } from './impostors.js';
import { mayCall, specifiedRoles } from './specified-roles.js';

const operations = Object.keys(sampleCalls);
const isPublic = (operation: string) => specifiedRoles.get(operation) === 'public';

/** A PUT creates the resource in the caller's tenant, where the id is free: these calls have a tenant of their own. */
const CREATES_ITS_OWN = [
  'conversation_replace',
  'conversation_type_replace',
  'message_template_replace',
  'workflow_replace',
];
/** A USER reaches no other user with these, existing or not. */
const ONLY_THEMSELVES = [
  'conversation_unlock_all',
  'user_change',
  'user_preference_read',
  'user_preference_create',
  'user_preference_replace',
];
const isAlwaysForbidden = (operation: string, { role }: RoleCaller) =>
  ONLY_THEMSELVES.includes(operation) && role === 'USER';

let tidings: Tidings;
let calls: ReadonlyMap<string, EndpointInfo>;
let pluto: World;
let zeta: World;
let maker: World;
let strangers: Awaited<ReturnType<typeof impostors>>;

beforeAll(async () => {
  tidings = await startTidings(REACHES_LOOPBACK);
  calls = endpointsOf(tidings.app);
  pluto = await createWorld(tidings, 'pluto');
  zeta = await createWorld(tidings, 'zeta');
  maker = await createWorld(tidings, 'maker');
  strangers = await impostors(tidings, pluto);
});
afterAll(() => tidings.close());

const sample = async (operation: string, who: RoleCaller) => {
  const { path, ask } = await sampleCalls[operation]!(pluto, who);
  const method = calls.get(operation)?.method as string;
  const send = (headers: RoleCaller['headers']) =>
    tidings.call(method, path, { ...ask, headers: { ...ask?.headers, ...headers } } as Ask);
  return { path, send };
};

const head = () => tidings.app.get<EventStore>(EVENT_STORE).head();

/** All events of a tenant, as stored. */
async function logOf({ tenantId }: World): Promise<string> {
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const events = await store.readAll(0, 1_000_000);
  expect(events.length).toBeLessThan(1_000_000);
  return JSON.stringify(events.filter(({ stream }) => stream.includes(tenantId)));
}

describe('the table', () => {
  test('holds every call, and every call has a sample', () => {
    expect(operations.sort()).toEqual([...calls.keys()].sort());
    expect([...specifiedRoles.keys()].sort()).toEqual([...calls.keys()].sort());
  });

  test.each(operations)('allows for %s the roles of the specification', (operation) => {
    const wanted = specifiedRoles.get(operation);
    const found = permissions[calls.get(operation)!.permission];
    expect([found].flat().sort()).toEqual([wanted].flat().sort());
  });
});

describe.each(operations)('%s', (operation) => {
  test('accepts every credential of an allowed role', async () => {
    const { owner, user, apiKey, keyAsBearer, client } = pluto;
    for (const who of [owner, user, apiKey, keyAsBearer, client].filter(({ role }) => mayCall(operation, role))) {
      const { send } = await sample(operation, who);
      const { status, text } = await send(who.headers);
      expect(status, `${who.role}: ${text}`).toBeLessThan(400);
    }
  });

  test('refuses the other roles and changes nothing', async () => {
    const { send } = await sample(operation, pluto.owner);
    const before = await head();
    const { owner, user, apiKey, keyAsBearer, client } = pluto;
    for (const who of [owner, user, apiKey, keyAsBearer, client].filter(({ role }) => !mayCall(operation, role))) {
      const { status, body } = await send(who.headers);
      expect([who.role, status, body.code]).toEqual([who.role, 403, 'errors.forbidden']);
    }
    expect(await head()).toBe(before);
  });

  test('restricts a client to its own conversation', async () => {
    const { send, path } = await sample(operation, pluto.client);
    const { status } = await send(pluto.otherClient.headers);
    const isInside = path.includes(pluto.ids.open) || path.startsWith('/conversations/');
    if (!mayCall(operation, 'CLIENT_PARTICIPANT')) expect(status).toBe(403);
    else expect(status < 400 ? 200 : status).toBe(isInside ? 404 : 200);
  });

  test('refuses every invalid credential', async () => {
    const { send } = await sample(operation, pluto.owner);
    const before = await head();
    for (const [what, headers, status, code] of strangers) {
      if (isPublic(operation) && what !== 'nothing') continue;
      const answer = await send(headers);
      if (isPublic(operation)) expect(answer.status, what).toBeLessThan(400);
      else expect([what, answer.status, answer.body.code]).toEqual([what, status, code]);
      for (const trace of tracesOf(pluto)) expect(answer.text, what).not.toContain(trace);
    }
    if (!isPublic(operation)) expect(await head()).toBe(before);
  });

  test('reads and changes nothing of another tenant', async () => {
    const { path, send } = await sample(operation, pluto.owner);
    const before = await logOf(pluto);
    const { owner, user, apiKey, client } = CREATES_ITS_OWN.includes(operation) ? maker : zeta;
    for (const who of [owner, user, apiKey, client].filter(({ role }) => !isPublic(operation) || role === 'OWNER')) {
      const { status, text } = await send(who.headers);
      const isRefused = !mayCall(operation, who.role) || isAlwaysForbidden(operation, who);
      const isAbsent = namesResource(path) && !isPublic(operation);
      if (CREATES_ITS_OWN.includes(operation)) expect([200, 201, 400, 403]).toContain(status);
      else if (isRefused || isAbsent) expect([who.role, status]).toEqual([who.role, isRefused ? 403 : 404]);
      else expect(status < 400 || [400, 404, 409].includes(status), text).toBe(true);
      for (const trace of tracesOf(pluto)) expect(text).not.toContain(trace);
    }
    if (!isPublic(operation)) expect(await logOf(pluto)).toBe(before);
  });
});

/** Whether the path holds an id of a resource. */
const namesResource = (path: string) => path.split('/').some((part) => /^pluto-|^[0-9a-f]{8}-/.test(part));
