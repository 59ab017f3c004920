import { describe, expect, test } from 'vitest';
import { WEBHOOK_TYPES } from '../../../src/catalogue/webhook-types.js';
import type { Event } from '../../../src/kernel/event.js';
import type { PublishableEvent } from '../../../src/public-events/published/published-event.js';
import { webhookPublications } from '../../../src/public-events/published/webhook-publications.js';

/** Contract 11. */
const expected: Readonly<Record<PublishableEvent['type'], readonly [type: string, shows: string] | 'none'>> = {
  ConversationOpened: ['conversation.created', 'conversation'],
  ConversationChanged: ['conversation.updated', 'conversation'],
  ConversationArchived: ['conversation.archived', 'conversation'],
  ConversationLabelled: ['conversation.updated', 'conversation'],
  ConversationLocked: ['conversation.updated', 'conversation'],
  ConversationUnlocked: ['conversation.updated', 'conversation'],
  ConversationLockExpired: ['conversation.updated', 'conversation'],
  LegalHoldPlaced: ['conversation.updated', 'conversation'],
  LegalHoldLifted: ['conversation.updated', 'conversation'],
  ConversationRemoved: 'none',
  ConversationErased: 'none',
  ParticipantErased: 'none',
  ParticipantJoined: ['participant.created', 'participant'],
  ParticipantChanged: ['participant.updated', 'participant'],
  ParticipantLeft: ['participant.deleted', 'participant'],
  MessagePosted: ['message.created', 'message'],
  MessageDeleted: ['message.updated', 'message'],
  AssetStatusChanged: ['message.updated', 'message'],
  MessageSeen: ['conversation.read_status', 'sharedReadStatus'],
};

describe('webhooks', () => {
  test.each(Object.entries(expected))('%s has the webhook %j', (event, webhook) => {
    const wanted = webhook === 'none' ? webhook : { type: webhook[0], shows: webhook[1] };
    expect(webhookPublications[event as PublishableEvent['type']]).toEqual(wanted);
  });
  test('every type is sent for some event', () => {
    const sent = new Set(Object.values(webhookPublications).flatMap((each) => (each === 'none' ? [] : [each.type])));
    expect([...sent].sort()).toEqual([...WEBHOOK_TYPES].sort());
  });
});

describe('does not compile', () => {
  type WebhookPublications = typeof webhookPublications;

  test('without the webhook of one of the events', () => {
    const { MessageSeen: _, ...others } = webhookPublications;
    // @ts-expect-error MessageSeen is missing
    const incomplete: WebhookPublications = others;
    expect(incomplete).not.toHaveProperty('MessageSeen');
  });
  test('with a new event, until the table says its webhook, or `none`', () => {
    type WithNew = Record<
      (PublishableEvent | Event<'ConversationRenamed'>)['type'],
      WebhookPublications['MessageSeen']
    >;
    // @ts-expect-error ConversationRenamed is missing
    const incomplete: WithNew = webhookPublications;
    const complete: WithNew = { ...webhookPublications, ConversationRenamed: 'none' };
    expect(incomplete).not.toEqual(complete);
  });
  test('with a webhook type that the catalogue does not have', () => {
    const renamed = { type: 'conversation.renamed', shows: 'conversation' } as const;
    // @ts-expect-error no such type
    const wrong: WebhookPublications = { ...webhookPublications, ConversationChanged: renamed };
    expect(WEBHOOK_TYPES).not.toContain(wrong.ConversationChanged);
  });
});
