import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { readsDuring } from '../../support/given/reads-during.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'listed');
});
afterAll(() => tidings.close());

const clients = (count: number) => Array.from({ length: count }, (_, n) => client(`p${count - n}`));

type Shown = { readonly id: string; readonly participants: readonly object[] };
const listed = async (caller: Caller, include = 'PARTICIPANTS'): Promise<readonly Shown[]> =>
  (await caller.mustCall('GET', `/conversations?limit=100&includes=${include}`)).body.conversations;

test('a list shows the participants of each conversation as the conversation does, however many take part', async () => {
  await acme.owner.mustCall('POST', '/conversation-types', {
    id: 'shared',
    conversation_data_list_item_template: '',
    shared_read_status_for_user_participants: true,
    display_name_shared_by_users: 'All of us',
  });
  const owner = { id: 'olga', kind: 'USER', user_id: acme.owner.id, display_name: 'Olga' };
  for (const [id, count] of Object.entries({ none: 0, one: 1, a: 300, b: 300, c: 520, d: 3 }))
    await acme.conversation(id, { participants: clients(count) });
  await acme.conversation('shared', { conversation_type_id: 'shared', participants: [owner, client()] });
  await acme.post('shared', 'hello');
  const reader = await acme.client('one', 'p1');
  await reader.mustCall('POST', '/conversations/one/participants/p1/activity', { activity: 'HAS_CONVERSATION_OPEN' });
  const rows = await listed(acme.owner);
  expect(rows).toHaveLength(7);
  expect(JSON.stringify(rows)).toContain('open_at');
  for (const { id, participants } of rows) {
    const { body } = await acme.owner.mustCall('GET', `/conversations/${id}?includes=PARTICIPANTS`);
    expect(participants, id).toEqual(body.participants);
  }
});

test.each(['PARTICIPANTS', 'CLIENT_PARTICIPANT_FRONTEND_URL'])(
  'a list with %s reads in the store a few times, not for each of its conversations',
  async (include) => {
    const few = await createTenant(tidings, `few-${include.slice(0, 6).toLowerCase()}`);
    for (let n = 0; n < 64; n++) await few.conversationWithClient(`c${n}`);
    const reads = await readsDuring(tidings, few.tenantId, async () => {
      expect(await listed(few.owner, include)).toHaveLength(64);
    });
    expect(reads).toBeLessThan(64);
  },
);
