import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../fixtures/tenant.js';
import { closeApp, startTidings, type Tidings } from '../support/api.js';
import { isEmbeddedRun } from '../support/engines.js';
import { operator } from '../support/processes/operator.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
  await (await createTenant(tidings, 'acme')).conversation('c1');
});
afterAll(() => rmSync(tidings.dataDir, { recursive: true, force: true }));

const embedded = test.skipIf(!isEmbeddedRun());

async function doctor(environment = {}) {
  const { code, out, error } = await operator(tidings.dataDir, ['doctor', '--json'], environment);
  const { ok, findings } = JSON.parse(out) as {
    readonly ok: boolean;
    readonly findings: readonly {
      readonly check: string;
      readonly state: string;
      readonly said: string;
      readonly todo?: string;
    }[];
  };
  return { code, ok, error, findings, wrong: findings.filter(({ state }) => state === 'wrong') };
}

embedded('nothing is wrong with a service that runs', async () => {
  const { code, ok, wrong, findings } = await doctor();
  expect([code, ok, wrong]).toEqual([0, true, []]);
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set(['versions', 'settings', 'disk', 'service', 'lag', 'reachability', 'clock', 'parked']),
  );
  const { out } = await operator(tidings.dataDir, ['doctor']);
  expect(out).toMatch(/^ok {5}service {7}The service runs since \d+ s with the roles api, projector, effects/m);
});

test('it names what is wrong, and what to do', async () => {
  const settings = { PUBLIC_URL: 'http://tidings.example', EVENT_STORE_MAY_LOSE: 'true' };
  const { code, error, wrong } = await doctor(settings);
  expect(code).toBe(1);
  expect(error).toBe('2 things are wrong.');
  expect(wrong).toEqual([
    { check: 'settings', state: 'wrong', said: expect.stringContaining('PUBLIC_URL'), todo: expect.any(String) },
    {
      check: 'settings',
      state: 'wrong',
      said: expect.stringContaining('EVENT_STORE_MAY_LOSE'),
      todo: expect.any(String),
    },
  ]);
});

test.skipIf(isEmbeddedRun())('with a log on a server, processes hold leases', async () => {
  const { findings } = await doctor();
  const leases = findings.filter(({ check }) => check === 'leases');
  expect(leases.map(({ state, said }) => [state, said])).toEqual([
    ['ok', expect.stringMatching(/^The process \S+ has the lease of projector\.$/)],
    ['ok', expect.stringMatching(/^The process \S+ has the lease of effects\.$/)],
  ]);
});

test('a wrong setting is a wrong usage', async () => {
  expect((await operator(tidings.dataDir, ['doctor'], { PORT: 'x' })).code).toBe(2);
});

embedded('without a service it looks at the stores alone; a read model behind the log is not wrong then', async () => {
  await closeApp(tidings.app);
  const read = new DatabaseSync(join(tidings.dataDir, 'read.db'));
  read.exec('update checkpoints set position = position - 1');
  read.close();
  const { code, findings } = await doctor();
  expect(code).toBe(0);
  expect(findings).toContainEqual({
    check: 'service',
    state: 'note',
    said: 'No service with this DATA_DIR runs on this machine.',
  });
  expect(findings.find(({ check, state }) => check === 'lag' && state === 'note')?.said).toMatch(
    /read models have not/,
  );
});
