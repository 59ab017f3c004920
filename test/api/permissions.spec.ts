import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../src/catalogue/permissions/permissions.js';
import type { EndpointInfo } from '../../src/http/openapi/endpoint.js';
import { callsOf } from '../../src/http/pipeline/assert-every-route-guarded.js';
import { EVENT_STORE, type EventStore } from '../../src/ports/event-store.js';
import { createWorld, type Who, type World } from '../fixtures/world.js';
import { type Ask, startTidings, type Tidings } from '../support/api.js';
import { sampleCalls } from '../support/sample-calls.js';
import { impostors } from './impostors.js';
import { mayCall, specifiedRoles } from './specified-roles.js';

const operations = Object.keys(sampleCalls);
const isPublic = (operation: string) => specifiedRoles.get(operation) === 'public';

/** The id is free in another tenant, so that a PUT makes something there: they get a tenant of their own. */
const MAKES_ITS_OWN = [
  'conversation_replace',
  'conversation_type_replace',
  'message_template_replace',
  'workflow_replace',
];
/** Another user's locks are no business of a USER, whether there is such a user or not. */
const isForbiddenAnyway = (operation: string, { role }: Who) =>
  operation === 'conversation_unlock_all' && role === 'USER';

let tidings: Tidings;
let calls: ReadonlyMap<string, EndpointInfo>;
let pluto: World;
let zeta: World;
let maker: World;
let strangers: Awaited<ReturnType<typeof impostors>>;

beforeAll(async () => {
  tidings = await startTidings();
  calls = callsOf(tidings.app);
  pluto = await createWorld(tidings, 'pluto');
  zeta = await createWorld(tidings, 'zeta');
  maker = await createWorld(tidings, 'maker');
  strangers = await impostors(tidings, pluto);
});
afterAll(() => tidings.close());

const sample = async (operation: string, who: Who) => {
  const { path, ask } = await sampleCalls[operation]!(pluto, who);
  const method = calls.get(operation)?.method as string;
  const send = (headers: Who['headers']) =>
    tidings.call(method, path, { ...ask, headers: { ...ask?.headers, ...headers } } as Ask);
  return { method, path, send };
};

const head = () => tidings.app.get<EventStore>(EVENT_STORE).head();

/** Every event of a tenant, as the store keeps it. */
async function logOf({ tenantId }: World): Promise<string> {
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const events = await store.readAll(0, 1_000_000);
  expect(events.length).toBeLessThan(1_000_000);
  return JSON.stringify(events.filter(({ stream }) => stream.includes(tenantId)));
}

describe('the table', () => {
  test('knows every call there is, and every call has a sample', () => {
    expect(operations.sort()).toEqual([...calls.keys()].sort());
    expect([...specifiedRoles.keys()].sort()).toEqual([...calls.keys()].sort());
  });

  test.each(operations)('%s is open to whom the specification says', (operation) => {
    const wanted = specifiedRoles.get(operation);
    const found = permissions[calls.get(operation)!.permission];
    expect([found].flat().sort()).toEqual([wanted].flat().sort());
  });
});

describe.each(operations)('%s', (operation) => {
  test('lets in whoever may, by every credential', async () => {
    const { owner, user, apiKey, keyAsBearer, client } = pluto;
    for (const who of [owner, user, apiKey, keyAsBearer, client].filter(({ role }) => mayCall(operation, role))) {
      const { send } = await sample(operation, who);
      const { status, text } = await send(who.headers);
      expect(status, `${who.role}: ${text}`).toBeLessThan(300);
    }
  });

  test('turns away the other roles, and nothing happens', async () => {
    const { send } = await sample(operation, pluto.owner);
    const before = await head();
    const { owner, user, apiKey, keyAsBearer, client } = pluto;
    for (const who of [owner, user, apiKey, keyAsBearer, client].filter(({ role }) => !mayCall(operation, role))) {
      const { status, body } = await send(who.headers);
      expect([who.role, status, body.code]).toEqual([who.role, 403, 'errors.forbidden']);
    }
    expect(await head()).toBe(before);
  });

  test('keeps a client in its own conversation', async () => {
    const { send, path } = await sample(operation, pluto.client);
    const { status } = await send(pluto.otherClient.headers);
    const isInside = path.includes(pluto.ids.open) || path.startsWith('/conversations/');
    if (!mayCall(operation, 'CLIENT_PARTICIPANT')) expect(status).toBe(403);
    else expect(status < 300 ? 200 : status).toBe(isInside ? 404 : 200);
  });

  test('heeds no credential that is none', async () => {
    const { send } = await sample(operation, pluto.owner);
    const before = await head();
    for (const [what, headers, status, code] of strangers) {
      if (isPublic(operation) && what !== 'nothing') continue;
      const answer = await send(headers);
      if (isPublic(operation)) expect(answer.status, what).toBeLessThan(300);
      else expect([what, answer.status, answer.body.code]).toEqual([what, status, code]);
    }
    if (!isPublic(operation)) expect(await head()).toBe(before);
  });

  test('reaches nothing of another tenant', async () => {
    const { path, method, send } = await sample(operation, pluto.owner);
    const before = await logOf(pluto);
    const { owner, user, apiKey, client } = MAKES_ITS_OWN.includes(operation) ? maker : zeta;
    for (const who of [owner, user, apiKey, client].filter(({ role }) => !isPublic(operation) || role === 'OWNER')) {
      const { status, text } = await send(who.headers);
      const isRefused = !mayCall(operation, who.role) || isForbiddenAnyway(operation, who);
      const isAbsent = namesOne(path) && !isPublic(operation);
      if (MAKES_ITS_OWN.includes(operation)) expect([200, 201, 400, 403]).toContain(status);
      else if (isRefused || isAbsent) expect([who.role, status]).toEqual([who.role, isRefused ? 403 : 404]);
      else expect(status < 300 || [400, 404, 409].includes(status), text).toBe(true);
      if (method === 'GET') expect(text).not.toContain('pluto');
    }
    if (!isPublic(operation)) expect(await logOf(pluto)).toBe(before);
  });
});

/** Whether an id stands in the path. */
const namesOne = (path: string) => path.split('/').some((part) => /^pluto-|^[0-9a-f]{8}-/.test(part));
