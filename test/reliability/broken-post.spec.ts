import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../src/ports/event-store.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { closeAudited } from '../support/audit.js';

let tidings: Tidings;
let store: EventStore;
let token: string;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  store = tidings.app.get<EventStore>(EVENT_STORE);
  token = (await createTenant(tidings, 'acme')).token;
  const body = { id: 'support', conversation_data_list_item_template: '' };
  await tidings.call('POST', '/conversation-types', { token, body });
});
afterAll(() => closeAudited(tidings));

const client = { id: 'carl', kind: 'CLIENT', display_name: 'Carl' };
const path = (conversation: string) => `/conversations/${conversation}/messages`;

const post = (conversation: string) =>
  tidings.call('POST', path(conversation), {
    token,
    body: { kind: 'TEXT', text: 'hello', participant_id: 'carl' },
    headers: { 'idempotency-key': `post-${conversation}` },
  });

/** A post that the log takes, of which its process knows nothing any more. */
async function brokenPost(conversation: string): Promise<void> {
  const body = { id: conversation, conversation_type_id: 'support', participants: [client] };
  await tidings.call('POST', '/conversations', { token, body });
  const append = store.append.bind(store);
  store.append = async (...args) => {
    await append(...args);
    throw new Error('on purpose');
  };
  try {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': `post-${conversation}`,
    };
    const message = JSON.stringify({ kind: 'TEXT', text: 'hello', participant_id: 'carl' });
    const url = `${tidings.url}/api/v1${path(conversation)}`;
    expect((await fetch(url, { method: 'POST', headers, body: message })).status).toBe(500);
  } finally {
    store.append = append;
  }
}

describe('a keyed post that breaks off after the log took it', () => {
  test.each([
    ['nothing', () => undefined],
    ['the conversation was archived', (id: string) => tidings.call('DELETE', `/conversations/${id}`, { token })],
    [
      'its author was removed',
      (id: string) => tidings.call('DELETE', `/conversations/${id}/participants/carl`, { token }),
    ],
  ])('is answered as posted, though meanwhile %s', async (what, happens) => {
    const id = what.replaceAll(' ', '-');
    await brokenPost(id);
    await happens(id);
    const answered = await post(id);
    expect(answered.status).toBe(202);
    const { body } = await tidings.call('GET', path(id), { token });
    expect(body.messages.map((each: { id: string }) => each.id)).toEqual([answered.body.id]);
    expect((await post(id)).body).toEqual(answered.body);
  });
});
