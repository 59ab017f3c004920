import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../fixtures/webhooks.js';
import { startTidings, type Tidings } from '../support/api.js';
import { operator } from '../support/processes/operator.js';
import { aReceiver, type Receiver } from '../support/servers/webhook-receiver.js';

let tidings: Tidings;
let receiver: Receiver;
let acme: WebhookTenant;
beforeAll(async () => {
  tidings = await startTidings(webhookEnvironment);
  receiver = await aReceiver();
  acme = await createWebhookTenant(tidings, 'acme');
  await acme.enableWebhooks(receiver.url, ['message.created']);
  await acme.conversationWithClient('c1');
  await acme.post('c1', 'first');
  await receiver.until(1);
});
afterAll(async () => {
  await tidings.close();
  await receiver.close();
});

const replay = (...args: readonly string[]) => operator(tidings.dataDir, ['replay', 'webhooks', ...args]);

describe('tidings replay webhooks', { timeout: 180_000 }, () => {
  test('sends the webhooks of a range of positions again, and of a range of times', async () => {
    const { code, out } = await replay('--tenant', 'acme', '--from', '1', '--to', '999999999', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { id: expect.any(String), status: expect.stringMatching(/^(RUNNING|DONE)$/), deliveries: expect.any(Number) },
    ]);
    await receiver.until(2);
    const id = JSON.parse(out).id;
    await expect
      .poll(async () => (await acme.owner.call('GET', `/webhooks/replays/${id}`)).body)
      .toEqual({ id, status: 'DONE', deliveries: 1 });
    const past = ['--from', '2020-01-01T00:00:00Z', '--to', '2020-01-02T00:00:00Z'];
    expect(await replay('--tenant', acme.tenantId, ...past)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The replay \S+ is DONE: 0 deliveries so far\.$/),
    });
  });

  test('says in one sentence what is wrong', async () => {
    const [mixed, backwards, unknown, incomplete] = await Promise.all([
      replay('--tenant', 'acme', '--from', '1', '--to', '2020-01-02T00:00:00Z'),
      replay('--tenant', 'acme', '--from', '5', '--to', '1'),
      replay('--tenant', 'absent', '--from', '1', '--to', '5'),
      replay('--tenant', 'acme', '--from', '1'),
    ]);
    expect([mixed.code, backwards.code, unknown.code, incomplete.code]).toEqual([2, 2, 1, 2]);
    expect(unknown.error).toBe('The tenant absent does not exist.');
    expect(backwards.error).toContain('from_position');
  });
});
