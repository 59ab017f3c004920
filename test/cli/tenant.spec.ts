import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../fixtures/webhooks.js';
import { startTidings } from '../support/api.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { aReceiver, type Receiver } from '../support/servers/webhook-receiver.js';

const tidings = await startTidings(webhookEnvironment);
let receiver: Receiver;
let acme: WebhookTenant;
let other: WebhookTenant;

beforeAll(async () => {
  receiver = await aReceiver();
  [acme, other] = [await createWebhookTenant(tidings, 'acme'), await createWebhookTenant(tidings, 'other')];
});
afterAll(async () => {
  await tidings.close();
  await receiver.close();
});

async function operator(...args: readonly string[]) {
  const child = spawn(process.execPath, [`${compiledService()}/src/cli/tidings.js`, ...args], {
    env: { ...process.env, DATA_DIR: tidings.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: (out + error).trim() };
}

const suspended = [403, 'errors.tenant.suspended'];

test('a suspended tenant is refused, its socket ends, its effects wait, and it goes on after it is resumed', async () => {
  await acme.enableWebhooks(receiver.url, ['message.created']);
  const { id } = await acme.conversationWithClient('c1');
  const socket = io(tidings.url, { auth: { token: acme.owner.token }, transports: ['websocket'], reconnection: false });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  const ends = new Promise((resolve) => socket.once('disconnect', resolve));

  await acme.post(id, 'before');
  await receiver.until(1);
  expect(await operator('tenant', 'suspend', 'acme', '--yes')).toEqual({
    code: 0,
    said: 'The tenant acme is suspended.',
  });
  const mine = await acme.owner.call('GET', '/tenant');
  expect([mine.status, mine.body.code]).toEqual(suspended);
  const token = await tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email: 'a@b.example' } });
  expect([token.status, token.body.code]).toEqual(suspended);
  const config = await tidings.call('GET', `/tenant/config?tenant_id=${acme.tenantId}`);
  expect([config.status, config.body.code]).toEqual(suspended);
  await ends;
  expect((await other.owner.call('GET', '/tenant')).status).toBe(200);

  expect((await operator('tenant', 'resume', acme.tenantId, '--yes')).code).toBe(0);
  expect((await acme.owner.call('GET', '/tenant')).status).toBe(200);
});

test('a webhook of a suspended tenant waits until it is resumed', async () => {
  const slow = await aReceiver(() => (response) => void setTimeout(() => response.writeHead(500).end(), 400));
  await acme.enableWebhooks(slow.url, ['message.created']);
  await acme.post('c1', 'waits');
  await slow.until(1);
  await operator('tenant', 'suspend', 'acme', '--yes');
  await new Promise((resolve) => setTimeout(resolve, 600));
  const before = slow.received.length;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(slow.received.length).toBe(before);
  await operator('tenant', 'resume', 'acme', '--yes');
  await slow.until(before + 1);
  await slow.close();
});

test('a deleted tenant is gone for every call', async () => {
  expect((await operator('tenant', 'delete', 'other', '--yes')).code).toBe(0);
  expect((await other.owner.call('GET', '/tenant')).status).toBe(401);
  expect((await tidings.call('GET', `/tenant/config?tenant_id=${other.tenantId}`)).status).toBe(404);
  expect(await operator('tenant', 'resume', 'other', '--yes')).toEqual({
    code: 1,
    said: 'The tenant other does not exist.',
  });
});

test('the tenants are listed with their states', async () => {
  const { code, said } = await operator('tenant', 'list');
  const states = said.split('\n').map((line) => line.split(/ {2,}/));
  expect([code, Object.fromEntries(states.map(([id, state]) => [id, state]))]).toEqual([
    0,
    { [acme.tenantId]: 'ACTIVE', [other.tenantId]: expect.stringMatching(/^DELETED, (being )?erased$/) },
  ]);
  expect(states.map(([, , subdomain]) => subdomain).toSorted()).toEqual(['acme', 'other']);
});

test('--json prints a tenant as JSON, one a line', async () => {
  const { code, said } = await operator('tenant', 'list', '--json');
  expect(code).toBe(0);
  const listed = said.split('\n').map((line) => JSON.parse(line));
  expect(listed).toContainEqual({ id: acme.tenantId, subdomain: 'acme', state: 'ACTIVE' });
  expect(await operator('tenant', 'resume', 'acme', '--yes', '--json')).toEqual({
    code: 0,
    said: JSON.stringify({ id: acme.tenantId, subdomain: 'acme', state: 'ACTIVE' }),
  });
});

test('--help tells how a command is used', async () => {
  for (const verb of ['suspend', 'list']) {
    const { code, said } = await operator('tenant', verb, '--help');
    expect([code, said]).toEqual([0, expect.stringContaining(`Usage: npm run tidings -- tenant ${verb}`)]);
  }
});

test('a command in a wrong way changes nothing and ends with 2', async () => {
  for (const args of [
    ['suspend'],
    ['suspend', 'acme'],
    ['suspend', 'acme', 'other', '--yes'],
    ['explode', 'acme'],
    ['list', 'acme'],
    ['suspend', 'acme', '--yes', '--no'],
  ])
    expect((await operator('tenant', ...args)).code).toBe(2);
  expect((await acme.owner.call('GET', '/tenant')).status).toBe(200);
});
