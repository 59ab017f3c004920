import { describe, expect, test } from 'vitest';
import { socketTypes } from '../../../src/catalogue/socket-types.js';
import type { Event } from '../../../src/kernel/event.js';
import { conversationEventTypes } from '../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { membershipEventTypes } from '../../../src/modules/conversations/conversation/domain/membership.events.js';
import { messageEventTypes } from '../../../src/modules/conversations/message/domain/message.events.js';
import { participantEventTypes } from '../../../src/modules/conversations/participant/domain/participant.events.js';
import {
  type PublishableEvent,
  publications,
  publicationsOf,
  toPublishedEvent,
} from '../../../src/public-events/published/published-event.js';
import { metaOf, TENANT } from '../../support/given/given.js';

/** Contract 7. */
const expected: Readonly<Record<PublishableEvent['type'], readonly string[]>> = {
  ConversationOpened: ['NEW_CONVERSATION'],
  ConversationChanged: ['CONVERSATION_UPDATED'],
  ConversationArchived: ['CONVERSATION_ARCHIVED'],
  ConversationLabelled: ['CONVERSATION_UPDATED'],
  ConversationLocked: ['CONVERSATION_UPDATED'],
  ConversationUnlocked: ['CONVERSATION_UPDATED'],
  ConversationLockExpired: ['CONVERSATION_UPDATED'],
  LegalHoldPlaced: ['CONVERSATION_UPDATED'],
  LegalHoldLifted: ['CONVERSATION_UPDATED'],
  ConversationRemoved: [],
  ConversationErased: [],
  ParticipantErased: [],
  ParticipantJoined: ['PARTICIPANT_CREATED'],
  ParticipantChanged: ['CONVERSATION_UPDATED'],
  ParticipantLeft: ['CONVERSATION_UPDATED'],
  MessagePosted: ['NEW_MESSAGE'],
  MessageDeleted: ['MESSAGE_UPDATED'],
  AssetStatusChanged: ['MESSAGE_UPDATED'],
  MessageSeen: ['PARTICIPANT_READ_STATUS', 'CONVERSATION_READ_STATUS'],
};

describe('announcements', () => {
  test.each(Object.entries(expected))('%s is told as %j', (event, types) => {
    expect(publicationsOf(event as PublishableEvent['type']).map(({ type }) => type)).toEqual(types);
  });

  test('are made of every event of conversations, participants and messages', () => {
    const events = {
      ...conversationEventTypes,
      ...membershipEventTypes,
      ...participantEventTypes,
      ...messageEventTypes,
    };
    expect(Object.keys(publications).sort()).toEqual(Object.keys(events).sort());
  });

  test('use every type of the protocol', () => {
    const used = (Object.keys(expected) as PublishableEvent['type'][]).flatMap((event) => publicationsOf(event));
    const types = new Set(used.map(({ type }) => type));
    expect([...types].sort()).toEqual(Object.keys(socketTypes.publications).sort());
  });

  test.each([
    ['ConversationLabelled', `conversation-${TENANT}_c1`],
    ['MessagePosted', `messageLog-${TENANT}_c1`],
    ['MessageSeen', `participant-${TENANT}_c1.anna`],
  ])('%s belongs to the conversation of its stream', (type, stream) => {
    const event = { type, data: {}, meta: metaOf(stream, 1) };
    expect(toPublishedEvent(event)).toMatchObject({ tenantId: TENANT, conversationId: 'c1' });
  });

  test.each(['UserCreated', 'constructor', '__proto__'])('%s is told to nobody', (type) => {
    expect(toPublishedEvent({ type, data: {}, meta: metaOf(`user-${TENANT}_anna`, 1) })).toBeUndefined();
  });
});

describe('does not compile', () => {
  type Publications = typeof publications;

  test('without what is said of one of the events', () => {
    const { MessageSeen: _, ...others } = publications;
    // @ts-expect-error MessageSeen is missing
    const incomplete: Publications = others;
    expect(incomplete).not.toHaveProperty('MessageSeen');
  });
  test('with a new event, until the table says what is said of it', () => {
    // @ts-expect-error ConversationRenamed is missing
    const incomplete: Record<(PublishableEvent | Event<'ConversationRenamed'>)['type'], unknown> = publications;
    expect(incomplete).not.toHaveProperty('ConversationRenamed');
  });
  test('with an empty list where nothing is said: that is `none`', () => {
    const silent: Publications = { ...publications, MessageSeen: 'none' };
    // @ts-expect-error an empty list may be an oversight
    const empty: Publications = { ...publications, MessageSeen: [] };
    expect([silent.MessageSeen, empty.MessageSeen]).toEqual(['none', []]);
  });
});
