import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let tenant: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(tidings, 'erase-m');
});
afterAll(() => closeAudited(tidings));

const said = { kind: 'TEXT', text: 'a secret text', participant_id: 'client' };

describe('a deleted message', () => {
  test('is answered to the same key with 200, as it is now', async () => {
    const { messages } = await tenant.conversationWithClient('d1');
    const post = (key: string) => tenant.owner.call('POST', messages, said, { prefer: 'wait', 'idempotency-key': key });
    const { body: first } = await post('k');
    await tenant.owner.mustCall('DELETE', `${messages}/${first.id}`);
    const { body: deleted } = await tenant.owner.mustCall('GET', `${messages}/${first.id}`);
    expect(deleted).not.toHaveProperty('text');
    const again = await until(
      () => post('k'),
      ({ body }) => body.text === undefined,
    );
    expect([again.status, again.body]).toEqual([200, deleted]);
  });
  test('stays deleted under a legal hold: the deletion again is 204', async () => {
    const { path, messages } = await tenant.conversationWithClient('d2');
    const { body: first } = await tenant.post('d2', 'a secret text');
    await tenant.owner.mustCall('DELETE', `${messages}/${first.id}`);
    await tenant.owner.mustCall('PUT', `${path}/legal-hold`);
    expect((await tenant.owner.call('DELETE', `${messages}/${first.id}`)).status).toBe(204);
  });
});
