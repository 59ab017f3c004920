import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, tracesOf } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { apiDocument, type Json } from '../../support/openapi/api-document.js';
import { until } from '../../support/until.js';
import { mayCall } from './specified-roles.js';
import { type FilledWorld, tenantLists } from './tenant-lists.js';

let tidings: Tidings;
let pluto: FilledWorld;
let zeta: FilledWorld;

/** Both tenants use the same ids where a caller chooses them; only their texts and generated ids differ. */
async function fill(name: string, webhookType: string): Promise<FilledWorld> {
  const world = await createWorld(tidings, name, 'same');
  const { owner, ids } = world;
  const [running, onlyId] = ['same-running', `${name}-only`];
  const action = { kind: 'SEND_MESSAGE', template_name: ids.template };
  const trigger = { kind: 'CONVERSATION_CREATED', action };
  await owner.mustCall('POST', '/workflows', { id: running, conversation_type_id: ids.type, trigger });
  const described = { conversation_type_id: ids.type, description: `${name} description` };
  await world.conversation(onlyId, described);
  await until(async () => (await owner.mustCall('GET', `/workflows/${running}/runs`)).body.total_elements === 1);
  const policy = { retention_policy_scope: 'ALL', retention_policy_days: 90 };
  await owner.mustCall('PATCH', `/conversation-types/${ids.type}`, policy);
  const notified = await owner.mustCall('POST', `/conversations/${ids.open}/participants/notify`, {});
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: `http://${name}.invalid/` });
  await owner.mustCall('POST', '/webhooks/features', { webhook_type: webhookType, enabled: true });
  return {
    ...world,
    running,
    onlyId,
    webhookType,
    conversationIds: [ids.open, ids.other, onlyId],
    notificationIds: notified.body.notifications.map(({ id }: { id: string }) => id),
    deliveryId: (await owner.mustCall('POST', '/webhook-settings/test')).body.delivery_id,
  };
}

beforeAll(async () => {
  tidings = await startTidings();
  pluto = await fill('pluto', 'message.created');
  zeta = await fill('zeta', 'participant.deleted');
});
afterAll(() => tidings.close());

test('the table holds every call that answers a list', () => {
  const { operations, resolved } = apiDocument(tidings);
  const isList = ({ responses }: Json) => {
    const schema = responses[200]?.content?.['application/json']?.schema;
    const { properties = {} } = schema ? resolved(schema) : {};
    return 'has_more' in properties || 'total_elements' in properties;
  };
  const lists = operations.filter(({ said }) => isList(said)).map(({ said }) => said.operationId);
  expect(lists.sort()).toEqual(Object.keys(tenantLists).sort());
});

describe.each(Object.keys(tenantLists))('%s', (operation) => {
  test.each([
    ['pluto', () => pluto, () => zeta],
    ['zeta', () => zeta, () => pluto],
  ])('holds for %s exactly its own entries', async (_, own, foreign) => {
    const [world, other] = [own(), foreign()];
    const { path, body, idsIn, expected } = tenantLists[operation]!(world, other);
    for (const caller of [world.owner, world.user, world.apiKey].filter(({ role }) => mayCall(operation, role))) {
      const answer = await caller.mustCall(body ? 'POST' : 'GET', path, body);
      expect([...idsIn(answer.body)].sort()).toEqual([...expected].sort());
      for (const trace of [...tracesOf(other), other.onlyId, other.deliveryId, ...other.notificationIds])
        expect(answer.text).not.toContain(trace);
      for (const [, tenantId] of answer.text.matchAll(/"tenant_id":"([^"]*)"/g)) expect(tenantId).toBe(world.tenantId);
    }
  });
});
