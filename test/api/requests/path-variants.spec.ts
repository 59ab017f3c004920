import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointsOf } from '../../../src/http/request/endpoints.js';
import { createWorld, tracesOf, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { quietLog, tenantLog } from '../../support/given/tenant-log.js';
import { callerFor, checkAll } from '../../support/openapi/good-call.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { isPublic } from '../permissions/permission-matrix.js';
import { oddly } from './odd-requests.js';

let tidings: Tidings;
let world: World;
let before: string;
const operations = Object.keys(sampleCalls).filter((operation) => !isPublic(operation));
const paths = new Map<string, string>();
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  world = await createWorld(tidings, 'pluto');
  for (const operation of operations)
    paths.set(operation, (await sampleCalls[operation]!(world, callerFor(world, operation))).path);
  await quietLog(tidings);
  before = await tenantLog(tidings, world.tenantId);
});
afterAll(() => tidings.close());

interface Variant {
  readonly method?: string;
  readonly path?: (path: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

const lastLetter = (path: string) => path.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
const encodedLetter = (path: string) =>
  path.replace(/\/([a-z])/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`);

/** Spellings of a request that a proxy, a router and a guard may read differently. */
const variants: Readonly<Record<string, Variant>> = {
  'as it is': {},
  'trailing slash': { path: (path) => `${path}/` },
  'double slash': { path: (path) => path.replace('/api/v1/', '/api/v1//') },
  'dot segment': { path: (path) => path.replace('/api/v1/', '/api/v1/./') },
  'encoded dot segment': { path: (path) => path.replace('/api/v1/', '/api/v1/x/%2e%2e/') },
  'matrix parameter': { path: (path) => `${path};x=1` },
  'capital letter': { path: lastLetter },
  'encoded letter': { path: encodedLetter },
  'encoded slash': { path: (path) => path.replace('/api/v1/', '/api/v1%2f') },
  backslash: { path: (path) => path.replace('/api/v1/', '/api/v1\\') },
  'absolute target': { path: (path) => `http://tidings.test${path}` },
  HEAD: { method: 'HEAD' },
  'method override': { headers: { 'x-http-method-override': 'OPTIONS', 'x-method-override': 'OPTIONS' } },
  'rewritten path': { headers: { 'x-original-url': '/health/live', 'x-rewrite-url': '/health/live' } },
  'address of a proxy': { headers: { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' } },
};

describe.each(Object.keys(variants))('%s', (name) => {
  const { method, path: spelled = (path) => path, headers = {} } = variants[name] as Variant;

  test('opens no call without a credential', async () => {
    await checkAll(operations, async (operation) => {
      const call = endpointsOf(tidings.app).get(operation);
      const target = spelled(`/api/v1${paths.get(operation)}`);
      const answer = await oddly(tidings.url, method ?? String(call?.method), target, headers);
      const refusals = name === 'as it is' ? [401] : [400, 401, 404, 405];
      expect(refusals, `${operation} at ${target}`).toContain(answer.status);
      for (const trace of tracesOf(world)) expect(answer.text).not.toContain(trace);
    });
  });
});

test('the log of the tenant is the same to the byte', async () =>
  expect((await tenantLog(tidings, world.tenantId)) === before).toBe(true));
