import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type Service } from '../../fixtures/caller.js';
import { createTenant, signUpBody } from '../../fixtures/tenant.js';
import { signIn } from '../../fixtures/tokens.js';
import { httpClient } from '../../support/http-client.js';
import { compiledService } from '../../support/processes/compiled-service.js';
import type { CrashPoint } from '../crash/crash-points.js';
import { type ServerChild, startServer } from '../crash/server-child.js';

let dataDir: string;
let child: ServerChild;
let service: Service & { close(): void };
let machineKey: string;

async function start(): Promise<void> {
  child = await startServer(
    { root: compiledService(), dataDir, environment: { MAIN_TENANTS: 'main' } },
    { armed: true },
  );
  service = httpClient(child.url);
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-killed-'));
  await start();
  machineKey = (await (await createTenant(service, 'main')).apiKey()).token;
}, 120_000);
afterAll(async () => {
  service.close();
  await child.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const human = (subdomain: string) =>
  service.call('POST', '/signup', { body: signUpBody(subdomain), headers: { 'idempotency-key': subdomain } });
const machine = (subdomain: string) =>
  service.call('POST', '/signup/machine', {
    body: { tenant_name: 'Machine', tenant_subdomain: subdomain },
    headers: { 'idempotency-key': subdomain, 'x-api-key': machineKey },
  });

const steps = (...events: readonly string[]): readonly CrashPoint[] => [
  { at: 'after-claim' },
  ...events.map((on) => ({ at: 'after-append', on }) as const),
  { at: 'after-remember' },
];

const named = (points: readonly CrashPoint[]) =>
  points.map((point, n) => [`${point.at} ${point.on ?? ''}`, n, point] as const);

/** Kills the service in the middle of the request, starts it again and asks again. */
async function killedAt(point: CrashPoint, ask: () => ReturnType<typeof human>) {
  await child.arm(point);
  await expect(ask()).rejects.toThrow();
  await child.ended;
  service.close();
  await start();
  return ask();
}

describe('a sign-up that kill -9 ends', () => {
  test.each(named(steps('Reserved', 'UserCreated', 'OwnerAdded', 'TenantCreated')))(
    '%s is completed by the same request',
    async (_, n, point) => {
      const subdomain = `human-${n}`;
      const made = await killedAt(point, () => human(subdomain));
      expect(made.status).toBe(201);
      // Its sign-in code is in one answer alone.
      const { login_code: _code, ...kept } = made.body;
      expect((await human(subdomain)).body).toEqual(kept);
      const { access_token: token } = (await signIn(service, made.body.tenant_id)).body;
      const users = (await callerOf(service, token).mustCall('GET', '/users')).body.users;
      expect(users.map(({ id }: { id: string }) => id)).toEqual([made.body.user_id]);
    },
    60_000,
  );
});

describe('a machine sign-up that kill -9 ends', () => {
  test.each(named(steps('Reserved', 'ApiKeyCreated', 'TenantCreated')))(
    '%s is completed by the same request, with a key that works',
    async (_, n, point) => {
      const subdomain = `machine-${n}`;
      const made = await killedAt(point, () => machine(subdomain));
      expect(made.status).toBe(201);
      expect((await machine(subdomain)).body).toEqual(made.body);
      const own = callerOf(service, made.body.api_key);
      expect((await own.mustCall('GET', '/tenant')).body.id).toBe(made.body.tenant_id);
      expect((await own.mustCall('GET', '/api-keys')).body.total_elements).toBe(1);
    },
    60_000,
  );
});
