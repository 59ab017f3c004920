import { describe, expect, test } from 'vitest';
import { conversationEventTypes } from '../../src/modules/conversation/domain/conversation.events.js';
import { membershipEventTypes } from '../../src/modules/conversation/domain/membership.events.js';
import { messageEventTypes } from '../../src/modules/message/domain/message.events.js';
import { participantEventTypes } from '../../src/modules/participant/domain/participant.events.js';
import { PUBLICATIONS } from '../../src/public-events/frame.js';
import { type PublishableEvent, publications, toPublishedEvent } from '../../src/public-events/published-event.js';
import { metaOf, TENANT } from '../support/given.js';

/** Contract 7. */
const expected: Readonly<Record<PublishableEvent['type'], readonly string[]>> = {
  ConversationOpened: ['NEW_CONVERSATION'],
  ConversationChanged: ['CONVERSATION_UPDATED'],
  ConversationArchived: ['CONVERSATION_ARCHIVED'],
  ConversationLabelled: ['CONVERSATION_UPDATED'],
  ConversationLocked: ['CONVERSATION_UPDATED'],
  ConversationUnlocked: ['CONVERSATION_UPDATED'],
  ConversationLockExpired: ['CONVERSATION_UPDATED'],
  ParticipantJoined: ['PARTICIPANT_CREATED'],
  ParticipantChanged: ['CONVERSATION_UPDATED'],
  ParticipantLeft: ['CONVERSATION_UPDATED'],
  MessagePosted: ['NEW_MESSAGE'],
  MessageDeleted: ['MESSAGE_UPDATED'],
  MessageSeen: ['PARTICIPANT_READ_STATUS', 'CONVERSATION_READ_STATUS'],
};

describe('announcements', () => {
  test.each(Object.entries(expected))('%s is told as %j', (event, types) => {
    expect(publications[event as PublishableEvent['type']].map(({ type }) => type)).toEqual(types);
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
    const used = Object.values(publications).flatMap((each) => each.map(({ type }) => type));
    expect([...new Set(used)].sort()).toEqual([...PUBLICATIONS].sort());
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
