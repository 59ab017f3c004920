import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePosition } from '../../../src/catalogue/positions.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';
import { requestedHead } from '../../support/given/tenant-log.js';

let tidings: Tidings;
let store: EventStore;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  store = tidings.app.get<EventStore>(EVENT_STORE);
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => closeAudited(tidings));

const path = (conversation: string) => `/conversations/${conversation}/messages`;

const message = { kind: 'TEXT', text: 'hello', participant_id: 'client' };
const keyed = (conversation: string) => ({ 'idempotency-key': `post-${conversation}` });

const post = (conversation: string) => acme.owner.call('POST', path(conversation), message, keyed(conversation));

/** A post that the log takes, of which its process knows nothing any more. */
async function brokenPost(conversation: string): Promise<void> {
  const append = store.append.bind(store);
  store.append = async (...args) => {
    await append(...args);
    throw new Error('on purpose');
  };
  try {
    const headers = { 'content-type': 'application/json', ...acme.owner.headers, ...keyed(conversation) };
    const url = `${tidings.url}/api/v1${path(conversation)}`;
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })).status).toBe(500);
  } finally {
    store.append = append;
  }
}

describe('a keyed post that breaks off after the log took it', () => {
  test('is answered with a position that includes the message, though the read model stands still', async () => {
    await acme.conversationWithClient('held');
    const held = holdReadModel(tidings);
    try {
      await brokenPost('held');
      const answered = await post('held');
      expect(answered.status).toBe(202);
      const position = answered.headers.get('tidings-position') ?? '';
      expect(parsePosition(position)).toBe(await requestedHead(tidings));
      expect((await post('held')).headers.get('tidings-position')).toBe(position);
      held.release();
      const { body } = await acme.owner.call('GET', path('held'), undefined, { 'tidings-position': position });
      expect(body.messages.map((each: { id: string }) => each.id)).toEqual([answered.body.id]);
    } finally {
      held.release();
    }
  });

  test.each([
    ['nothing', () => undefined],
    ['the conversation was archived', (id: string) => acme.owner.call('DELETE', `/conversations/${id}`)],
    ['its author was removed', (id: string) => acme.owner.call('DELETE', `/conversations/${id}/participants/client`)],
  ])('is answered as posted, though meanwhile %s', async (what, happens) => {
    const id = what.replaceAll(' ', '-');
    await acme.conversationWithClient(id);
    await brokenPost(id);
    await happens(id);
    const answered = await post(id);
    expect(answered.status).toBe(202);
    const position = answered.headers.get('tidings-position') ?? '';
    expect(position).toMatch(/^p\w+$/);
    const { body } = await acme.owner.call('GET', path(id), undefined, { 'tidings-position': position });
    expect(body.messages.map((each: { id: string }) => each.id)).toEqual([answered.body.id]);
    expect((await post(id)).body).toEqual(answered.body);
  });
});
