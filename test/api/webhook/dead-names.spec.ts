import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nodeHostNames } from '../../../src/adapters/node-dns/host-names.js';
import { provide } from '../../../src/engine/provide.js';
import { HOST_NAMES } from '../../../src/ports/delivery/host-names.js';
import { createWebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { startDnsServer } from '../../support/servers/dns-server.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-names-'));
const files = { hosts: join(folder, 'hosts'), resolver: join(folder, 'resolv.conf') };
for (const path of Object.values(files)) writeFileSync(path, '');
const dns = await startDnsServer();
const names = provide(HOST_NAMES, [], () => nodeHostNames({ servers: [dns.address], files }));
const tidings = await startTidings(webhookEnvironment, undefined, undefined, [names]);
const receiver = await aReceiver();

afterAll(async () => {
  await tidings.close();
  await receiver.close();
  await dns.close();
  rmSync(folder, { recursive: true });
});

test('40 requests of a tenant that name a dead name server delay no webhook of another', async () => {
  dns.set('hooks.example', ['127.0.0.1']);
  const [hostile, acme] = [await createWebhookTenant(tidings, 'hostile'), await createWebhookTenant(tidings, 'acme')];
  await acme.enableWebhooks(receiver.url.replace('127.0.0.1', 'hooks.example'), ['message.created']);
  const { id } = await acme.conversationWithClient('c1');
  const dead = Array.from({ length: 40 }, (_, n) => {
    dns.set(`n${n}.dead.example`, 'silence');
    return hostile.owner.call('PUT', '/webhook-settings', { endpoint_url: `http://n${n}.dead.example/hook` });
  });
  await expect.poll(() => dns.asked.some((name) => name.endsWith('dead.example'))).toBe(true);
  const begunMs = performance.now();
  await acme.post(id, 'on time');
  await receiver.until(1);
  expect(performance.now() - begunMs).toBeLessThan(2_000);
  expect(receiver.received[0]?.headers.host).toMatch(/^hooks\.example:/);
  await Promise.all(dead);
});
