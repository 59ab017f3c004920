import { describe, expect, test } from 'vitest';
import { participantRoster, type RosterEntry } from '../../projections/participant-roster/projection.js';
import { seenBy } from '../../projections/participant-roster/reads.js';
import { vocabulary } from '../../src/composition/registry.js';
import { codecFor } from '../../src/engine/log/codec.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import type { MembershipEvent } from '../../src/modules/conversations/conversation/domain/membership.events.js';
import { newEventMeta, TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const roster = givenProjection(participantRoster);
const time = (clock: string) => ({ at: instant(`2030-01-01T${clock}:00Z`) });
const inConversation = (event: MembershipEvent, clock = '08:00') => ({
  event,
  stream: streamName('conversation', TENANT, 'c'),
  meta: time(clock),
});
const carl = inConversation({
  type: 'ParticipantJoined',
  data: { participantId: 'k', kind: 'CLIENT', displayName: 'Carl', email: 'carl@example.org', fromSequence: 3 },
});
const posted = (sequence: number, seenBy: string) =>
  ({
    event: {
      type: 'MessagePosted',
      data: { messageId: `m${sequence}`, sequence, kind: 'TEXT', text: 'hi', participantId: 'k', seenBy },
    },
    stream: streamName('messageLog', TENANT, 'c'),
    meta: time('09:00'),
  }) as const;
const seen = (sequence: number) =>
  ({
    event: { type: 'MessageSeen', data: { sequence } },
    stream: streamName('participant', TENANT, 'c.k'),
    meta: time('10:00'),
  }) as const;

describe('an entry of the roster', () => {
  test('begins at the last message of the moment of joining', () =>
    roster(carl).shows('c.k', {
      id: 'k',
      tenantId: TENANT,
      conversationId: 'c',
      kind: 'CLIENT',
      displayName: 'Carl',
      seen: 3,
      revision: 1,
      createdAt: time('08:00').at,
    }));
  test('loses what is taken away, and its revision moves', () => {
    const event: MembershipEvent = {
      type: 'ParticipantChanged',
      data: { participantId: 'k', displayName: 'Karl', email: null },
    };
    const { docs, shows } = roster(carl, inConversation(event, '11:00'));
    shows('c.k', { displayName: 'Karl', revision: 2, updatedAt: time('11:00').at, createdAt: time('08:00').at });
    expect(docs.get('c.k')).not.toHaveProperty('email');
    expect(docs.get('c.k')).not.toHaveProperty('participantId');
  });
  test('ends when they leave, and later marks of theirs raise nobody', () => {
    const gone = inConversation({ type: 'ParticipantLeft', data: { participantId: 'k' } });
    roster(carl, gone, seen(5), posted(6, 'k')).absent('c.k');
  });
  test('what they post counts as seen', () => roster(carl, posted(4, 'k')).shows('c.k', { seen: 4 }));
  test('what others post does not', () => roster(carl, posted(4, 'a')).shows('c.k', { seen: 3 }));
  test('what they say they saw counts', () => roster(carl, seen(9)).shows('c.k', { seen: 9 }));
  test('the marker never goes back', () => roster(carl, seen(9), seen(4), posted(5, 'k')).shows('c.k', { seen: 9 }));
  test('reading moves neither the revision nor updatedAt', () =>
    roster(carl, seen(9), posted(10, 'k')).shows('c.k', { revision: 1, updatedAt: time('08:00').at }));
  test('is found by name, telephone number and e-mail address', () => {
    const entry = roster(carl).docs.get('c.k') as RosterEntry;
    const phoneNumber = '+436641234567';
    expect(participantRoster.search?.text({ ...entry, phoneNumber })).toBe(`Carl ${phoneNumber} carl@example.org`);
    expect(participantRoster.search?.group(entry)).toBe('c');
  });
});

describe('how far someone has read', () => {
  const entry = roster(carl).docs.get('c.k') as RosterEntry;
  const marker: RosterEntry = { ...entry, id: 's', kind: 'SHARED', seen: 20 };
  test('is their own marker', () => expect(seenBy(entry, undefined)).toBe(3));
  test('is the shared one for users', () => expect(seenBy({ ...entry, kind: 'USER' }, marker)).toBe(20));
  test('stays their own for clients', () => expect(seenBy(entry, marker)).toBe(3));
});

describe('participants of version 1, which marked no user without a name', () => {
  const codec = codecFor(vocabulary);
  const stream = streamName('conversation', TENANT, 'c');
  /** As the log kept it. */
  const kept = (type: string, data: object) => {
    const body = JSON.stringify({ v: 1, at: time('08:00').at, by: 'user:olga', cmd: 'c', cor: 'c', data });
    const event = codec.decode({ id: 'e', type, stream, version: 1, position: 1, body });
    return inConversation(event as unknown as MembershipEvent);
  };
  const user = (displayName: string) =>
    kept('ParticipantJoined', { participantId: 'u', kind: 'USER', userId: 'uma', displayName, fromSequence: 0 });
  const renamed = (displayName: string) => kept('ParticipantChanged', { participantId: 'u', displayName });

  test.each(['uma', 'uma.ulm', 'Uma.Ulm', 'u+post', 'x'.repeat(50)])('%s counts as the start of an address', (name) =>
    roster(user(name)).shows('c.u', { displayName: name, unnamed: true }),
  );

  test.each(['Uma', 'Uma Ulm', 'uma ulm', 'Zoë', '李雷', "O'Neill"])('%s counts as a name', (name) =>
    expect(roster(user(name)).docs.get('c.u')).not.toHaveProperty('unnamed'),
  );

  test('are marked again by each later name, and those of today keep what they say', () => {
    expect(roster(user('uma'), renamed('Uma')).docs.get('c.u')).not.toHaveProperty('unnamed');
    roster(user('Uma'), renamed('uma')).shows('c.u', { unnamed: true });
    roster(user('uma'), kept('ParticipantChanged', { participantId: 'u', preferredLanguage: 'de' })).shows('c.u', {
      unnamed: true,
    });
    const joined = {
      type: 'ParticipantJoined',
      data: { participantId: 'u', kind: 'USER', userId: 'uma', displayName: 'uma', fromSequence: 0 },
      meta: newEventMeta('e'),
    };
    const today = codec.encode(joined, stream);
    expect(codec.decode({ ...today, stream, version: 1, position: 1 }).data).not.toHaveProperty('unnamed');
  });

  test('a client is never marked', () =>
    expect(
      roster(
        kept('ParticipantJoined', { participantId: 'k', kind: 'CLIENT', displayName: 'k', fromSequence: 0 }),
      ).docs.get('c.k'),
    ).not.toHaveProperty('unnamed'));
});
