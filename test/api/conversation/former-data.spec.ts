import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { instant } from '../../../src/kernel/instant.js';
import { OpenConversation } from '../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import type { DataRef } from '../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const SMALL = { order: { status: 'open' } };
const LARGE = { order: { status: 'open' }, text: 'x'.repeat(200_000) };
const digestOf = (data: object) => hash('sha256', JSON.stringify(data));
const fileOf = (name: string) => join(tidings.dataDir, 'blobs', acme.tenantId, name.slice(0, 2), name);

/** A conversation as an earlier version left it: its data named by their SHA-256, large ones in clear. */
async function formerConversation(id: string, data: object): Promise<void> {
  const digest = digestOf(data);
  const isLarge = data === LARGE;
  if (isLarge) {
    mkdirSync(dirname(fileOf(digest)), { recursive: true });
    writeFileSync(fileOf(digest), JSON.stringify(data));
  }
  const ref = (isLarge ? { digest, text: 'open' } : { digest, value: data }) as DataRef;
  const ids = { commandId: randomUUID(), correlationId: 'c' };
  const meta = { tenantId: acme.tenantId, actor: 'test', at: instant(Date.now()), ...ids };
  const content = { conversationTypeId: 'support', data: ref, participants: [] };
  const opened = new OpenConversation(id, content, meta);
  const { position } = await tidings.app.get<CommandGateway>(COMMAND_GATEWAY).execute(opened);
  await tidings.app.get(CaughtUp).mustReach(position);
}

const read = (id: string) => acme.owner.mustCall('GET', `/conversations/${id}?includes=CONVERSATION_DATA`);
const revision = async (id: string) => (await acme.owner.mustCall('GET', `/conversations/${id}`)).headers.get('etag');

test.each([
  ['small', SMALL],
  ['large', LARGE],
])('%s data of an earlier version are read, and the same again change nothing', async (id, data) => {
  await formerConversation(id, data);
  expect((await read(id)).body.conversation_data).toEqual(data);
  const before = await revision(id);
  await acme.owner.mustCall('PATCH', `/conversations/${id}`, { conversation_data: data });
  await acme.owner.mustCall('PUT', `/conversations/${id}`, {
    conversation_type_id: 'support',
    conversation_data: data,
  });
  const merge = { 'content-type': 'application/merge-patch+json' };
  await acme.owner.mustCall(
    'PATCH',
    `/conversations/${id}`,
    { conversation_data: { order: { status: 'open' } } },
    merge,
  );
  expect(await revision(id)).toBe(before);
  await acme.owner.mustCall(
    'PATCH',
    `/conversations/${id}`,
    { conversation_data: { order: { status: 'done' } } },
    merge,
  );
  expect((await read(id)).body.conversation_data).toEqual({ ...data, order: { status: 'done' } });
});

test('other large data are kept under a name that nobody finds out', async () => {
  const data = { ...LARGE, more: 'other' };
  await acme.owner.mustCall('PATCH', '/conversations/large', { conversation_data: data });
  expect((await read('large')).body.conversation_data).toEqual(data);
  expect(existsSync(fileOf(digestOf(LARGE)))).toBe(true);
  expect(existsSync(fileOf(digestOf(data)))).toBe(false);
});
