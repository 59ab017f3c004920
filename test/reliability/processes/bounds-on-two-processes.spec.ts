import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import type { Caller } from '../../fixtures/caller.js';
import { createWorkflowTenant, onCreation, type WorkflowTenant } from '../../fixtures/workflows.js';
import { type SharedService, sharedService } from '../../support/given/shared-log.js';

const MORE = 20;

let service: SharedService;
let acme: WorkflowTenant;
let owners: readonly [Caller, Caller];
beforeAll(async () => {
  service = sharedService();
  const one = await service.start(['api', 'projector', 'effects']);
  const other = await service.start(['api']);
  acme = await createWorkflowTenant(one, 'acme');
  owners = [acme.owner, acme.owner.at(other)];
});
afterAll(() => service.close());

/** Begins so many requests at both processes at once. Resolves to the ids that were created. */
async function racing(count: number, create: (owner: Caller, id: string) => ReturnType<Caller['call']>) {
  const ids = Array.from({ length: count }, (_, n) => `n${n}`);
  const answers = await Promise.all(ids.map((id, n) => create(owners[n % 2] as Caller, id)));
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.code]).toEqual([409, TOO_MANY(body)]);
  return ids.filter((_, n) => answers[n]?.status === 201);
}
const TOO_MANY = ({ code }: { code: string }) => (code.endsWith('.too_many') ? code : 'a code that ends in too_many');

const provider = (id: string) => ({
  provider_name: id,
  authority_url: 'https://login.invalid',
  client_id: 'tidings',
  client_secret: 'secret',
});
const workflow = (id: string, enabled = true) => ({
  id,
  enabled,
  conversation_type_id: 'support',
  trigger: onCreation,
});

describe('a bound that many requests at two processes meet at once', () => {
  test('OIDC configs: exactly as many as it allows, and one for each that is deleted', async () => {
    const create = (owner: Caller, id: string) => owner.call('POST', '/oidc-configs', provider(id));
    const created = await racing(limits.oidcConfigs + MORE, create);
    expect(created).toHaveLength(limits.oidcConfigs);
    const { body } = await acme.owner.mustCall('GET', '/oidc-configs?limit=1000');
    expect(body.total_elements).toBe(limits.oidcConfigs);

    expect((await create(owners[1], created[0] as string)).body.code).toBe('errors.oidc_config.exists');
    await owners[0].mustCall('DELETE', `/oidc-configs/${created[0]}`);
    expect((await create(owners[1], 'another')).status).toBe(201);
    expect((await create(owners[1], 'one-more')).body.code).toBe('errors.oidc_config.too_many');
  }, 60_000);

  test('enabled workflows: the same, by creation and by switching on', async () => {
    for (let n = 0; n < 4; n++) await acme.owner.mustCall('POST', '/workflows', workflow(`off${n}`, false));
    const create = (owner: Caller, id: string) => owner.call('POST', '/workflows', workflow(id));
    const created = await racing(limits.workflowsEnabled - 2 + MORE, create);
    expect(created).toHaveLength(limits.workflowsEnabled);

    const [first = '', second = ''] = created;
    await owners[0].mustCall('PATCH', `/workflows/${first}`, { enabled: false });
    await owners[1].mustCall('DELETE', `/workflows/${second}`);
    const switched = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        (owners[n % 2] as Caller).call('PATCH', `/workflows/off${n}`, { enabled: true }),
      ),
    );
    expect(switched.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  }, 60_000);
});
