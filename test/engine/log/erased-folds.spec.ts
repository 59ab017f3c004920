import { describe, expect, test } from 'vitest';
import { deciders, projections, vocabulary } from '../../../src/composition/registry.js';
import { memberTree, taken } from '../../../src/engine/log/sealing/personal-members.js';
import type { Event, Recorded } from '../../../src/kernel/event.js';
import { streamName } from '../../../src/kernel/stream.js';
import {
  EMPTY_SNAPSHOT,
  evolveSnapshot,
} from '../../../src/modules/automation/workflow/domain/conversation-snapshot.js';
import { metaOf, TENANT } from '../../support/given/given.js';

const user = { email: 'anna@example.com', role: 'USER', firstname: 'Anna', lastname: 'Arndt', passwordHash: 'hash' };
const passkey = {
  credentialId: 'c1',
  publicKey: 'k',
  signCount: 0,
  rpId: 'localhost',
  aaguid: '0',
  isBackupEligible: false,
  password: 'mark',
  userRevision: 1,
  transports: ['usb'],
};
const anna = { participantId: 'a', kind: 'CLIENT', displayName: 'Anna', email: 'anna@example.com', fromSequence: 0 };

/** Events of streams, each with all its personal members. */
const streams: Readonly<Record<string, readonly Event[]>> = {
  [streamName('conversation', TENANT, 'talk')]: [
    {
      type: 'ConversationOpened',
      data: { conversationTypeId: 'c', description: 'About Anna', data: { digest: 'd', value: { name: 'Anna' } } },
    },
    { type: 'ParticipantJoined', data: { ...anna, phoneNumber: '+49', preferredLanguage: 'de' } },
    { type: 'ParticipantJoined', data: { ...anna, participantId: 'u', kind: 'USER', userId: 'anna', unnamed: true } },
    { type: 'ParticipantChanged', data: { participantId: 'a', displayName: 'Anne', email: null, phoneNumber: null } },
    { type: 'ConversationLabelled', data: { labels: ['vip'] } },
    { type: 'ConversationLocked', data: { until: '2030-01-01T10:00:00.000Z', by: 'user:anna', note: 'Anna only' } },
    { type: 'ConversationChanged', data: { description: null, data: { digest: 'e', text: 'Anna' } } },
    { type: 'ConversationChanged', data: { data: null } },
    { type: 'ConversationArchived', data: {} },
  ],
  [streamName('messageLog', TENANT, 'talk')]: [
    {
      type: 'MessagePosted',
      data: { messageId: 'm1', sequence: 1, participantId: 'a', seenBy: 'a', kind: 'TEXT', text: 'I am Anna' },
    },
    {
      type: 'MessagePosted',
      data: {
        ...{ messageId: 'm2', sequence: 2, participantId: 'a', seenBy: 'a', kind: 'LOCATION', sourceId: 's' },
        ...{ location: { latitude: 1, longitude: 2 }, formattedAddress: 'Main Street 1' },
      },
    },
    { type: 'MessageDeleted', data: { messageId: 'm1', sequence: 1, lastSequence: 2 } },
  ],
  [streamName('user', TENANT, 'anna')]: [
    { type: 'UserCreated', data: user },
    { type: 'UserChanged', data: { firstname: 'Anne', email: 'anne@example.com', formerEmail: user.email } },
    { type: 'UserDeleted', data: {} },
  ],
  [streamName('userPreference', TENANT, 'anna')]: [
    { type: 'UserPreferenceCreated', data: { preferredLanguage: 'DE' } },
    { type: 'UserPreferenceChanged', data: { preferredConversationTypeId: 'c' } },
  ],
  [streamName('passkeys', TENANT, 'anna')]: [
    { type: 'PasskeyRegistered', data: passkey },
    { type: 'PasskeyRegistered', data: { ...passkey, credentialId: 'c2' } },
    { type: 'PasskeyRemoved', data: { credentialId: 'c1' } },
  ],
  [streamName('workflowRun', TENANT, 'w.e')]: [
    {
      type: 'WorkflowRan',
      data: {
        ...{ runId: 'r', conversationId: 'talk', eventId: 'e', eventPosition: 1, status: 'DONE' },
        ...{ action: { kind: 'SEND_MESSAGE', templateName: 't' }, conditions: { kind: 'LEAF', new: 'Anna' } },
      },
    },
  ],
};

const treeOf = (type: string) => memberTree(vocabulary.sealed?.[type]?.personal ?? []);

/** As the codec decodes the event once its key has ended. */
function erased({ type, data }: Event): Event {
  const tree = treeOf(type);
  return { type, data: tree ? taken(data as Readonly<Record<string, unknown>>, tree)[0] : data };
}

/** Every other event of a stream is erased, or each of them. */
const choices = { all: () => true, even: (n: number) => n % 2 === 0, odd: (n: number) => n % 2 === 1 };

const recordedIn = (stream: string, events: readonly Event[], isErased: (n: number) => boolean): readonly Recorded[] =>
  events.map((event, n) => {
    const meta = metaOf(stream, n + 1);
    return isErased(n) ? { ...erased(event), meta: { ...meta, erased: true } } : { ...event, meta };
  });

const cases = Object.entries(streams).flatMap(([stream, events]) =>
  Object.entries(choices).map(([name, isErased]) => [stream, name, recordedIn(stream, events, isErased)] as const),
);

describe('erased events', () => {
  test('are of every type that has personal members and a key that ends', () => {
    const types = Object.values(streams).flatMap((events) => events.map(({ type }) => type));
    const ending = Object.entries(vocabulary.sealed ?? {}).filter(
      ([, { personal, subject }]) => personal.length > 0 && subject !== 'tenant',
    );
    for (const [type] of ending) expect(types).toContain(type);
  });

  test('say nothing of people', () => {
    const texts = cases.filter(([, choice]) => choice === 'all').map(([, , events]) => JSON.stringify(events));
    const words = ['vip', 'About', 'I am', '@example', '+49', 'Main Street', '"hash"', 'Arndt', 'usb'];
    for (const word of words) expect(texts.join('')).not.toContain(word);
  });

  test.each(cases)('of %s are folded by every read model (%s)', (_, __, events) => {
    for (const { name, events: folded, key, evolve, fields, search } of projections) {
      const documents = new Map<string, unknown>();
      for (const event of events.filter(({ type }) => folded.includes(type))) {
        const id = key(event);
        if (id === undefined) continue;
        const document = evolve(documents.get(id), event);
        documents.set(id, document);
        if (document === undefined) continue;
        for (const field of Object.values(fields)) field(document);
        expect([name, search?.text(document) ?? '']).not.toEqual([name, expect.stringContaining('undefined')]);
        expect([name, search?.group(document)]).not.toEqual([name, null]);
      }
    }
  });

  test.each(cases)('of %s are folded by every decider, and decided upon (%s)', (stream, _, events) => {
    const [category] = stream.split('-');
    const own = deciders.filter(({ decider }) => decider.category === category);
    expect(own.length).toBe(1);
    for (const { decider } of own) {
      const state = events.reduce((before, event) => decider.evolve(before, event), decider.initial);
      expect(() => JSON.stringify(state)).not.toThrow();
    }
  });

  test.each(cases.filter(([stream]) => stream.startsWith('conversation-')))(
    'of %s are folded for workflows (%s)',
    (_, __, events) => {
      const snapshot = events.reduce(evolveSnapshot, EMPTY_SNAPSHOT);
      expect(snapshot.kinds.size).toBe(2);
    },
  );
});
