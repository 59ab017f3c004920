import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erased, erasedConversation } from '../../fixtures/erasures.js';
import { newFleet } from '../../support/processes/fleet.js';
import { address, type Planted, word } from './plant.js';
import { type Canaries, found } from './search.js';
import { CANARY_SETTINGS, ENDS, plantedIn } from './stage.js';

/** What is said of the conversations, which stays in no file once they are erased. */
const OF_CONVERSATIONS = [
  'text of a message',
  'place of a message',
  'name of a client',
  'e-mail of a client',
  'telephone number of a client',
  'bare digest of a telephone number',
  'description of a conversation',
  'label of a conversation',
  'note of a lock',
  'data of a conversation',
  'large data of a conversation',
  'bare digest of the data',
];
const CONVERSATIONS = ['case', 'keyed', 'large', 'long'];

const OF_USER: Canaries = {
  'e-mail of the user': [address('user'), address('moved')],
  'name of the user': [word('firstname'), word('lastname'), word('renamed')],
  'password of the user': [word('password')],
};

const leaver = {
  id: 'leaver',
  kind: 'CLIENT',
  display_name: word('leavername'),
  email: address('leaver'),
  phone_number: '+49305557310911',
};
const OF_PARTICIPANT: Canaries = {
  'name of the participant': [word('leavername')],
  'e-mail of the participant': [address('leaver')],
  'telephone number of the participant': ['49305557310911'],
  'text of the participant': [word('leavertext')],
};
const STAYS: Canaries = { 'text of another participant': [word('stayertext')], 'a tenant': [word('tenant')] };

async function erase({ owner, userId }: Planted): Promise<void> {
  const stayer = { id: 'stayer', kind: 'CLIENT', display_name: 'Stayer' };
  const body = { id: 'stays', conversation_type_id: 'support', participants: [leaver, stayer] };
  await owner.mustCall('POST', '/conversations', body, { 'idempotency-key': 'stays' });
  const messages = '/conversations/stays/messages';
  for (const participant_id of ['leaver', 'stayer']) {
    const text = word(`${participant_id}text`);
    await owner.mustCall('POST', messages, { kind: 'TEXT', participant_id, text }, { prefer: 'wait' });
  }
  await owner.mustCall('POST', '/conversations/stays/participants/notify', { participant_ids: ['leaver'] });
  await erased(owner, '/conversations/stays/participants/leaver');
  for (const id of CONVERSATIONS) await erasedConversation(owner, id);
  await erased(owner, `/users/${userId}`);
}

describe.each(ENDS)('after erasures, the files of a service that was %s', (end) => {
  const fleet = newFleet(CANARY_SETTINGS);
  let canaries: Canaries;
  beforeAll(async () => {
    canaries = await plantedIn(fleet, end, erase);
  }, 240_000);
  afterAll(() => fleet.close());

  const every = () => true;
  test('show what was not erased', () =>
    expect(found(fleet.dataDir, STAYS, every).map((line) => line.split(': ')[1])).toEqual(
      expect.arrayContaining(Object.keys(STAYS)),
    ));
  test('hold nothing of the conversations', () => {
    const of = Object.fromEntries(OF_CONVERSATIONS.map((name) => [name, canaries[name] ?? []]));
    for (const [name, values] of Object.entries(of)) expect(values, name).not.toEqual([]);
    expect(found(fleet.dataDir, of, every)).toEqual([]);
  });
  test('hold nothing of the participant', () => expect(found(fleet.dataDir, OF_PARTICIPANT, every)).toEqual([]));
  test('hold nothing of the user', () => expect(found(fleet.dataDir, OF_USER, every)).toEqual([]));
});
