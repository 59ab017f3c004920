import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ErasureWorker } from '../../../src/modules/conversations/erasure/application/erasure.worker.js';
import { erased, wholeFeed } from '../../fixtures/erasures.js';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

let tidings: Tidings;
let tenant: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(tidings, 'erase-u');
});
afterAll(() => closeAudited(tidings));

const NAME = 'Trillian McMillan';

async function taking(part: string, ids: readonly string[]): Promise<SignedIn> {
  const user = await tenant.user(part);
  await tenant.owner.mustCall('PATCH', `/users/${user.id}`, { firstname: 'Trillian', lastname: 'McMillan' });
  for (const id of ids) {
    const { messages } = await tenant.conversationWithClient(id);
    await user.mustCall('POST', messages, { kind: 'TEXT', text: `${part} was here` }, { prefer: 'wait' });
  }
  return user;
}

describe('an erased user', () => {
  test('is erased in every conversation, those that they left included', async () => {
    const user = await taking('trillian', ['u1', 'u2', 'u3']);
    const lock = { lock_expires_at: new Date(Date.now() + 3_600_000).toISOString(), lock_note: 'a note of mine' };
    await user.mustCall('POST', '/conversations/u1/lock', lock);
    expect(JSON.stringify(await wholeFeed(tenant.owner))).toContain('a note of mine');
    const { body: before } = await tenant.owner.mustCall('GET', '/conversations/u3?includes=PARTICIPANTS');
    const part = before.participants.find(({ kind }: { kind: string }) => kind === 'USER');
    expect(part.display_name).toBe(NAME);
    await tenant.owner.mustCall('DELETE', `/conversations/u3/participants/${part.id}`);
    const erasure = await erased(tenant.owner, `/users/${user.id}`);
    expect(erasure).toMatchObject({ kind: 'USER', subject_id: user.id, requested_by: `user:${tenant.owner.id}` });
    expect(erasure).not.toHaveProperty('conversation_id');
    for (const id of ['u1', 'u2', 'u3']) {
      const { body } = await tenant.owner.mustCall('GET', `/conversations/${id}/messages`);
      expect(body.messages.map((message: object) => ('erased' in message ? 'erased' : 'kept'))).toEqual(['erased']);
      const shown = await tenant.owner.mustCall('GET', `/conversations/${id}?includes=PARTICIPANTS`);
      expect(shown.body.participants.map(({ kind }: { kind: string }) => kind)).toEqual(['CLIENT']);
    }
    const feed = JSON.stringify(await wholeFeed(tenant.owner));
    for (const secret of [NAME, 'trillian was here', 'trillian@acme.example', 'a note of mine'])
      expect(feed).not.toContain(secret);
    expect((await tenant.owner.call('GET', `/users/${user.id}`)).status).toBe(404);
    expect((await user.call('GET', '/users/me')).status).toBe(401);
    const { body } = await tenant.owner.mustCall('GET', '/erasures?kind=PARTICIPANT');
    expect(body.total_elements).toBe(3);
  });
  test('may be deleted before, and is erased once', async () => {
    const user = await taking('zarniwoop', ['u4']);
    await tenant.owner.mustCall('DELETE', `/users/${user.id}`);
    const key = await tenant.apiKey();
    const first = await erased(key, `/users/${user.id}`);
    expect(await erased(tenant.owner, `/users/${user.id}`)).toEqual(first);
    expect(JSON.stringify(await wholeFeed(tenant.owner))).not.toContain('zarniwoop was here');
  });
  test('has the same erasure also while a later legal hold stops it', async () => {
    const user = await taking('agrajag', ['u6']);
    const erase = () => tenant.owner.call('DELETE', `/users/${user.id}?erase=true`);
    const worker = tidings.app.get(ErasureWorker, { strict: false });
    worker.close();
    onTestFinished(() => worker.start());
    const first = await erase();
    await tenant.owner.mustCall('PUT', '/conversations/u6/legal-hold');
    const again = await erase();
    expect([again.status, again.headers.get('tidings-erasure')]).toEqual([204, first.headers.get('tidings-erasure')]);
    await tenant.owner.mustCall('DELETE', '/conversations/u6/legal-hold');
    worker.start();
    await erased(tenant.owner, `/users/${user.id}`);
  });
  test('frees the e-mail address, and the key of its creation answers what is left', async () => {
    const body = { email: 'marvin@acme.example', password: 'a quiet green river', firstname: 'Marvin' };
    const { body: made } = await tenant.owner.mustCall('POST', '/users', body, { 'idempotency-key': 'u' });
    await erased(tenant.owner, `/users/${made.id}`);
    const again = await tenant.owner.call('POST', '/users', body, { 'idempotency-key': 'u' });
    expect([again.status, again.body]).toEqual([200, { id: made.id, tenant_id: tenant.tenantId, erased: true }]);
    expect((await tenant.owner.call('POST', '/users', body)).status).toBe(201);
  });
  test('is refused to a user, for the last owner, and where a conversation is under a legal hold', async () => {
    const user = await taking('slartibartfast', ['u5']);
    expect((await user.call('DELETE', `/users/${user.id}?erase=true`)).status).toBe(403);
    const last = await tenant.owner.call('DELETE', `/users/${tenant.owner.id}?erase=true`);
    expect([last.status, last.body.code]).toEqual([409, 'errors.user.last_owner']);
    expect((await tenant.owner.call('DELETE', `/users/${tenant.tenantId}?erase=true`)).status).toBe(404);
    await tenant.owner.mustCall('PUT', '/conversations/u5/legal-hold');
    const held = await tenant.owner.call('DELETE', `/users/${user.id}?erase=true`);
    expect([held.status, held.body.code]).toEqual([409, 'errors.conversation.legal_hold']);
    expect((await user.call('GET', '/users/me')).status).toBe(200);
    await tenant.owner.mustCall('DELETE', '/conversations/u5/legal-hold');
    await erased(tenant.owner, `/users/${user.id}`);
  });
});
