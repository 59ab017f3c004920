import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../../src/catalogue/permissions/permissions.js';
import { type Policy, policies } from '../../../src/catalogue/permissions/policies.js';
import { ROLES, type Role } from '../../../src/catalogue/permissions/roles.js';
import { createWorld, type RoleCaller, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { policyRequests } from './policy-requests.js';

let tidings: Tidings;
let world: World;
let callers: readonly RoleCaller[];
beforeAll(async () => {
  tidings = await startTidings();
  world = await createWorld(tidings, 'acme');
  callers = [world.owner, world.user, world.apiKey, world.keyAsBearer, world.client];
});
afterAll(() => tidings.close());

const names = Object.keys(policies) as Policy[];

test('every policy has a request', () => expect(Object.keys(policyRequests).sort()).toEqual([...names].sort()));

describe.each(names)('%s', (name) => {
  const { roles, tried = ROLES, refusal, send } = policyRequests[name];

  test('is the right of the roles of the contract', () =>
    expect([...policies[name].roles].sort()).toEqual([...roles].sort()));

  test('restricts a role that may make the call', () => {
    const { calls, socketRequests = [] } = policies[name] as {
      readonly calls: readonly (keyof typeof permissions)[];
      readonly socketRequests?: readonly string[];
    };
    expect(calls.length + socketRequests.length).toBeGreaterThan(0);
    for (const call of calls) {
      const allowed = permissions[call] as readonly Role[];
      expect(
        allowed.some((role) => !roles.includes(role)),
        call,
      ).toBe(true);
    }
  });

  test('decides the request by the role', async () => {
    for (const who of callers.filter(({ role }) => tried.includes(role))) {
      const wanted = roles.includes(who.role) ? 'ok' : refusal;
      expect([who.role, await send(world, who)]).toEqual([who.role, wanted]);
    }
  });
});
