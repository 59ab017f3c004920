import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

const SENTINEL = 'sentinel-7f3a';

let tidings: Tidings;
let acme: Tenant;
let other: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  [acme, other] = await Promise.all([createTenant(tidings, 'acme'), createTenant(tidings, 'other')]);
});
afterAll(() => tidings.close());

/** Everything that can be heard, done in a tenant, each time with the sentinel in it. */
async function everything({ owner }: Tenant): Promise<string> {
  const named = { display_name: SENTINEL };
  const at = '/conversations/same-id';
  await owner.call('PATCH', at, { description: SENTINEL });
  await owner.call('PUT', `${at}/labels`, { labels: [SENTINEL] });
  await owner.call('POST', `${at}/participants`, { id: 'late', kind: 'CLIENT', ...named });
  await owner.call('PATCH', `${at}/participants/late`, { display_name: `${SENTINEL} too` });
  const typing = { activity: 'IS_TYPING', source_id: SENTINEL };
  await owner.call('POST', `${at}/participants/late/activity`, typing);
  const post = { kind: 'TEXT', text: SENTINEL, participant_id: 'late' };
  const { body } = await owner.call('POST', `${at}/messages`, post, { prefer: 'wait' });
  await owner.call('DELETE', `${at}/messages/${body.id}`);
  const { headers } = await owner.call('DELETE', at);
  return headers.get('tidings-position') ?? '';
}

test('nothing of a tenant is ever heard by another, live or replayed, under the same ids', async () => {
  await Promise.all([acme.conversationWithClient('same-id'), other.conversationWithClient('same-id')]);
  const spies: Listener[] = [];
  const client = await other.client('same-id');
  for (const who of [other.owner, await other.user('una'), await other.apiKey(), client]) {
    const spy = await listenerOf(who);
    if (who !== client) await spy.subscribe('conversations');
    await spy.subscribe('conversations/same-id');
    spies.push(spy);
  }
  const mine = await listenerOf(acme.owner);
  await mine.subscribe('conversations');

  const position = await everything(acme);
  await mine.reached('conversations', position);
  for (const type of ['NEW_MESSAGE', 'MESSAGE_UPDATED', 'PARTICIPANT_CREATED', 'PARTICIPANT_WAS_TYPING']) {
    await mine.next(type);
  }
  expect(JSON.stringify(mine.heard)).toContain(SENTINEL);

  const late = await listenerOf(other.owner);
  await late.subscribe('conversations', 'p0');
  await late.subscribe('conversations/same-id', 'p0');
  spies.push(late);
  for (const spy of spies) {
    await spy.reached('conversations/same-id', position);
    expect(JSON.stringify(spy.heard)).not.toContain(SENTINEL);
    expect(JSON.stringify(spy.heard)).not.toContain(acme.tenantId);
    spy.close();
  }
  expect(late.of('NEW_CONVERSATION')).toHaveLength(1);
  mine.close();
});

test('a client is not told how to reach the others', async () => {
  await acme.conversationWithClient('c1');
  const client = await acme.client('c1');
  const spy = await listenerOf(client);
  const position = (await spy.subscribe('conversations/c1')).position as string;
  const secret = { phone_number: '+4930123456', email: 'private@example.com', preferred_language: 'de' };
  const { headers } = await acme.owner.mustCall('POST', '/conversations/c1/participants', {
    id: 'second',
    kind: 'CLIENT',
    display_name: 'Second',
    ...secret,
  });
  await acme.owner.mustCall('POST', '/conversations/c1/participants/second/activity', {
    activity: 'IS_TYPING',
    source_id: 'x',
  });
  await spy.next('PARTICIPANT_WAS_TYPING');
  const late = await listenerOf(client);
  await late.subscribe('conversations/c1', position);
  await late.next('PARTICIPANT_CREATED');
  for (const each of [spy, late]) {
    await each.reached('conversations/c1', headers.get('tidings-position') ?? '');
    expect(each.of('PARTICIPANT_CREATED')[0]?.participant).toMatchObject({ id: 'second', display_name: 'Second' });
    for (const value of Object.values(secret)) expect(JSON.stringify(each.heard)).not.toContain(`"${value}"`);
    each.close();
  }
});
