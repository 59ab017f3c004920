import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import type { CommandMeta } from '../../../src/kernel/command.js';
import { workflow } from '../../../src/modules/automation/workflow/domain/workflow.resource.js';
import { oidcConfig } from '../../../src/modules/people/oidc-config/domain/oidc-config.resource.js';
import { configOf } from '../../fixtures/oidc.js';
import { createTenant } from '../../fixtures/tenant.js';
import { createWorkflowTenant, onCreation } from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
});
afterAll(() => tidings.close());

/** As a build without places of a bound created them. */
async function createWithoutPlaces(
  tenantId: string,
  count: number,
  create: (id: string, meta: CommandMeta) => object,
): Promise<void> {
  const gateway = tidings.app.get<CommandGateway>(COMMAND_GATEWAY);
  for (let n = 0; n < count; n++) {
    const at = new Date().toISOString() as CommandMeta['at'];
    const meta = { tenantId, actor: 'system', at, commandId: crypto.randomUUID(), correlationId: 'earlier' };
    await gateway.execute(create(`old${n}`, meta) as Parameters<CommandGateway['execute']>[0]);
  }
}

const oldConfig = (id: string, meta: CommandMeta) =>
  new oidcConfig.Create(
    id,
    { value: { authorityUrl: 'https://login.invalid', clientId: 'c', clientSecretSealed: 's' } },
    meta,
  );
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

test('OIDC configs that hold no place count from the next one on', async () => {
  const { owner, tenantId } = await createTenant(tidings, 'configs');
  await createWithoutPlaces(tenantId, limits.oidcConfigs - 3, oldConfig);
  const create = (id: string) => owner.call('POST', '/oidc-configs', configOf('https://login.invalid', id));
  await expect.poll(async () => (await owner.call('GET', '/oidc-configs')).body.total_elements).toBe(47);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(`new${n}`)));
  expect(statuses(answers)).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  await owner.mustCall('DELETE', '/oidc-configs/old7');
  expect((await create('another')).status).toBe(201);
  expect((await create('one-more')).body.code).toBe('errors.oidc_config.too_many');
});

test('more than the bound stay, and no other is added until there are fewer', async () => {
  const { owner, tenantId } = await createTenant(tidings, 'more');
  await createWithoutPlaces(tenantId, limits.oidcConfigs + 1, oldConfig);
  const create = (id: string) => owner.call('POST', '/oidc-configs', configOf('https://login.invalid', id));
  await expect.poll(async () => (await owner.call('GET', '/oidc-configs')).body.total_elements).toBe(51);
  for (const old of ['old1', 'old2']) {
    expect((await create('new')).body.code).toBe('errors.oidc_config.too_many');
    await owner.mustCall('DELETE', `/oidc-configs/${old}`);
  }
  expect((await create('new')).status).toBe(201);
});

test('enabled workflows that hold no place count from the next one on', async () => {
  const { owner, tenantId } = await createWorkflowTenant(tidings, 'workflows');
  const value = {
    conversationTypeId: 'support',
    trigger: { kind: 'CONVERSATION_CREATED', action: { kind: 'SEND_MESSAGE', templateName: 'system_notify_sms' } },
  } as const;
  await createWithoutPlaces(
    tenantId,
    limits.workflowsEnabled - 2,
    (id, meta) => new workflow.Create(id, { value: { ...value, enabled: id !== 'old0' } as never }, meta),
  );
  const body = { conversation_type_id: 'support', trigger: onCreation };
  await expect.poll(async () => (await owner.call('GET', '/workflows?limit=1')).body.total_elements).toBe(98);
  const answers = await Promise.all(Array.from({ length: 6 }, () => owner.call('POST', '/workflows', body)));
  expect(statuses(answers)).toEqual([201, 201, 201, 409, 409, 409]);
  await owner.mustCall('PATCH', '/workflows/old5', { enabled: false });
  expect((await owner.call('PATCH', '/workflows/old0', { enabled: true })).status).toBe(200);
});
