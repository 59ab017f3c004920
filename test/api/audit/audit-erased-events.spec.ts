import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vocabulary } from '../../../src/composition/registry.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { IDS, type Ids } from '../../../src/ports/process/clock.js';
import { EVENT_STORE } from '../../../src/ports/stores/event-store.js';
import { client } from '../../fixtures/conversations.js';
import { erased, erasedConversation } from '../../fixtures/erasures.js';
import { createTenant, type Tenant, UNLIMITED_TENANTS } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { newEventMeta } from '../../support/given/given.js';

const CANARY = 'canary-of-the-erased';

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly erased?: true;
  readonly request_id?: string;
  readonly actor: { readonly kind: string; readonly id?: string; readonly name?: string };
  // biome-ignore lint/suspicious/noExplicitAny: the data of any event.
  readonly data: any;
}

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings(UNLIMITED_TENANTS);
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => closeAudited(tidings));

const open = (id: string) =>
  acme.conversation(id, {
    description: CANARY,
    participants: [client('client', { display_name: CANARY, email: `${CANARY}@example.com` })],
  });
const events = async (query: string): Promise<readonly Shown[]> =>
  (await acme.owner.mustCall('GET', `/audit/events?limit=1000&${query}`)).body.events;
/** As an earlier version wrote its events: nothing is sealed. */
async function changedInClear(id: string): Promise<void> {
  const clear = new EventLog(tidings.app.get(EVENT_STORE), codecFor(vocabulary));
  const stream = streamName('conversation', acme.tenantId, id);
  const versions = await tidings.app.get(EventLog).positions(stream, { limit: 1_000 });
  const meta = newEventMeta(tidings.app.get<Ids>(IDS).next(), { at: instant(new Date()) });
  const change = { type: 'ConversationChanged', data: { description: `earlier ${CANARY}` }, meta };
  const [changed] = await clear.append(stream, versions.length, [change]);
  await tidings.app.get(CaughtUp).mustReach(changed?.meta.position ?? 0);
}

const ofType = (found: readonly Shown[], type: string) => found.find((event) => event.type === type);

describe('an erased conversation', () => {
  let before: readonly Shown[];
  beforeAll(async () => {
    await open('gone');
    await acme.owner.mustCall('PUT', '/conversations/gone/labels', { labels: [CANARY] });
    await acme.owner.mustCall(
      'POST',
      '/conversations/gone/messages',
      { kind: 'TEXT', text: CANARY, participant_id: 'client' },
      { 'x-request-id': 'a-given-id' },
    );
    await changedInClear('gone');
    before = await events('conversation_id=gone');
    await erasedConversation(acme.owner, 'gone');
  });

  test('keeps its events without their personal members', async () => {
    const found = await events('conversation_id=gone');
    expect(JSON.stringify(before)).toContain(CANARY);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    expect(JSON.stringify(found)).not.toContain(CANARY);
    for (const type of ['ConversationOpened', 'ConversationChanged', 'ParticipantJoined', 'MessagePosted']) {
      expect([type, ofType(found, type)?.erased]).toEqual([type, true]);
    }
    expect(ofType(found, 'ConversationErased')?.erased).toBeUndefined();
    expect(ofType(found, 'ConversationErased')?.actor).toMatchObject({ kind: 'USER', id: acme.owner.id });
  });
  test('leaves out a given id of a request, by which its events are still found', async () => {
    const [posted, ...rest] = await events('request_id=a-given-id');
    expect([posted?.type, posted?.request_id, rest]).toEqual(['MessagePosted', undefined, []]);
  });
  test('says nothing in streams and in single events', async () => {
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      const { text } = await acme.owner.mustCall('GET', '/audit/events', undefined, { accept });
      expect(text).not.toContain(CANARY);
    }
    for (const { id } of before) {
      const { text } = await acme.owner.mustCall('GET', `/audit/events/${id}`);
      expect(text).not.toContain(CANARY);
    }
  });
});

describe('an erased person', () => {
  test('that was a client leaves no name and no text', async () => {
    await open('left');
    const ben = await acme.client('left');
    await ben.mustCall('POST', '/conversations/left/messages', { kind: 'TEXT', text: `text of ${CANARY}` });
    await erased(acme.owner, '/conversations/left/participants/client');
    const found = await events('conversation_id=left');
    const posted = ofType(found, 'MessagePosted');
    expect([posted?.erased, posted?.actor.name, posted?.data.text]).toEqual([true, undefined, undefined]);
    const joined = ofType(found, 'ParticipantJoined');
    expect([joined?.erased, joined?.data.displayName, joined?.data.email]).toEqual([true, undefined, undefined]);
  });
  test('that was a user leaves no name and no address', async () => {
    const user = await acme.user('ursula');
    await acme.owner.mustCall('PATCH', `/users/${user.id}`, { firstname: CANARY });
    await user.mustCall('PATCH', '/conversations/left', { description: 'a change' });
    expect(ofType(await events(`actor=USER:${user.id}`), 'ConversationChanged')?.actor.name).toContain(CANARY);
    await erased(acme.owner, `/users/${user.id}`);
    const found = await events(`subject_kind=USER&subject_id=${user.id}`);
    expect(ofType(found, 'UserCreated')).toMatchObject({ erased: true });
    expect(ofType(found, 'UserCreated')?.data.email).toBeUndefined();
    const [changed] = await events(`actor=USER:${user.id}&type=ConversationChanged`);
    expect(changed?.actor).toEqual({ kind: 'USER', id: user.id });
  });
});
