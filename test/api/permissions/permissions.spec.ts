import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../../src/catalogue/permissions/permissions.js';
import type { EndpointInfo } from '../../../src/http/openapi/endpoint/endpoint-info.js';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { createWorld, type RoleCaller, tracesOf, type World } from '../../fixtures/world.js';
import { type Answer, type Ask, startTidings, type Tidings } from '../../support/api.js';
import { quietLog, tenantLog } from '../../support/given/tenant-log.js';
import { METRICS_HEADERS } from '../../support/metrics.js';
import type { Sample } from '../../support/openapi/sample-call.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { type InvalidCredential, invalidCredentials, roleCredentials } from './credentials.js';
import { actsInOwnTenant, foreignOutcome, isPublic, type Outcome, outcomeOf, ownOutcome } from './permission-matrix.js';
import { specifiedRoles } from './specified-roles.js';

const operations = Object.keys(sampleCalls);

let tidings: Tidings;
let calls: ReadonlyMap<string, EndpointInfo>;
/** Its resources are named in every request. */
let pluto: World;
/** Another tenant, whose callers send the same requests. */
let zeta: World;
/** A third one, for requests that act in the tenant of the caller. */
let maker: World;
/** A tenant that nobody calls. */
let quiet: World;
let invalid: readonly InvalidCredential[];
let own: Readonly<Record<string, RoleCaller>>;
const samples = new Map<string, Sample>();
/** Cells of the matrix: a call with a credential. */
const checked = new Set<string>();

beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, RATE_LIMITS: 'off', MAIN_TENANTS: 'pluto,maker' });
  calls = endpointsOf(tidings.app);
  pluto = await createWorld(tidings, 'pluto');
  zeta = await createWorld(tidings, 'zeta');
  maker = await createWorld(tidings, 'maker');
  quiet = await createWorld(tidings, 'quiet');
  invalid = await invalidCredentials(tidings, pluto);
  own = { ...roleCredentials(pluto), 'CLIENT_PARTICIPANT of another conversation': pluto.otherClient };
  for (const operation of operations) samples.set(operation, await sampleCalls[operation]!(pluto, pluto.owner));
}, 60_000);
afterAll(() => tidings.close());

function send(operation: string, { path, ask }: Sample, headers: RoleCaller['headers'], query = ''): Promise<Answer> {
  const method = calls.get(operation)?.method as string;
  return tidings.call(method, path + query, { ...ask, headers: { ...ask?.headers, ...headers } } as Ask);
}

const UNKNOWN_PARAMETER = 'never_heard_of=1';
const withUnknown = (path: string) => `${path.includes('?') ? '&' : '?'}${UNKNOWN_PARAMETER}`;

const foreignCallers = (operation: string, path: string) =>
  roleCredentials(actsInOwnTenant(operation, path) ? maker : zeta);

function check(operation: string, credential: string, answer: Answer, wanted: Outcome): void {
  checked.add(`${operation} with ${credential}`);
  expect([credential, outcomeOf(answer, wanted)], answer.text.slice(0, 300)).toEqual([credential, wanted]);
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

/** The requests of a phase change nothing of these tenants: their logs are the same to the byte. */
function unchanged(worlds: () => readonly World[]) {
  const before: string[] = [];
  beforeAll(async () => {
    await quietLog(tidings);
    for (const { tenantId } of worlds()) before.push(await tenantLog(tidings, tenantId));
  });
  return async () => {
    for (const [i, { tenantId }] of worlds().entries()) {
      expect(before[i]?.length).toBeGreaterThan(1_000);
      expect((await tenantLog(tidings, tenantId)) === before[i]).toBe(true);
    }
  };
}

describe('credentials that do not reach the tenant', () => {
  const isUnchanged = unchanged(() => [pluto, zeta, quiet]);

  test.each(operations)('%s refuses every invalid credential', async (operation) => {
    const sample = samples.get(operation) as Sample;
    for (const { name, headers, status, code } of invalid) {
      if (isPublic(operation)) {
        check(operation, name, await send(operation, sample, headers, withUnknown(sample.path)), 'admitted');
      } else {
        const answer = await send(operation, sample, headers);
        checked.add(`${operation} with ${name}`);
        expect([name, answer.status, answer.body.code]).toEqual([name, status, code]);
        for (const trace of tracesOf(pluto)) expect(answer.text, name).not.toContain(trace);
      }
    }
  });

  test.each(operations)('%s refuses roles and clients without the right', async (operation) => {
    const sample = samples.get(operation) as Sample;
    for (const [name, who] of Object.entries(own)) {
      const wanted = ownOutcome(operation, sample.path, who.role, who === pluto.otherClient);
      if (wanted !== 'done') check(operation, name, await send(operation, sample, who.headers), wanted);
    }
  });

  test.each(operations)('%s reaches nothing of another tenant', async (operation) => {
    const sample = samples.get(operation) as Sample;
    for (const [name, who] of Object.entries(foreignCallers(operation, sample.path))) {
      const wanted = foreignOutcome(operation, sample.path, who.role);
      const answer = await send(operation, sample, who.headers, isPublic(operation) ? withUnknown(sample.path) : '');
      check(operation, `foreign ${name}`, answer, wanted);
      for (const trace of tracesOf(pluto)) expect(answer.text, name).not.toContain(trace);
    }
  });

  test('the logs of the tenant and of its attacker are the same to the byte', () => isUnchanged());
});

describe('credentials that have the right', () => {
  const isUnchanged = unchanged(() => [zeta, maker, quiet]);

  test.each(operations)('%s is done', async (operation) => {
    for (const [name, who] of Object.entries(own)) {
      const { path } = samples.get(operation) as Sample;
      if (ownOutcome(operation, path, who.role, who === pluto.otherClient) !== 'done') continue;
      const sample = await sampleCalls[operation]!(pluto, who);
      // Its bearer is a setting of the deployment, in the place of a credential of a tenant.
      const headers = operation === 'service_metrics' ? METRICS_HEADERS : who.headers;
      check(operation, name, await send(operation, sample, headers), 'done');
    }
  });

  test('the logs of other tenants are the same to the byte', () => isUnchanged());
});

test('every call was sent with every credential', () => {
  const foreign = Object.keys(roleCredentials(zeta)).map((name) => `foreign ${name}`);
  const credentials = [...invalid.map(({ name }) => name), ...Object.keys(own), ...foreign];
  const all = operations.flatMap((operation) => credentials.map((name) => `${operation} with ${name}`));
  expect([...checked].sort()).toEqual(all.sort());
  console.info(`${operations.length} calls × ${credentials.length} credentials = ${checked.size} cells`);
});
