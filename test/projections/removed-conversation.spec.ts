import { test } from 'vitest';
import { removedConversations } from '../../projections/removed-conversation/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

test('a removed conversation is remembered by its id', () => {
  const at = instant('2030-01-01T08:00:00Z');
  const event = { type: 'ConversationRemoved', data: { runId: 'r', conversationTypeId: 't', dueAt: at } } as const;
  const removed = givenProjection(removedConversations)({ event, stream: streamName('conversation', TENANT, 'c') });
  removed.shows('c', { id: 'c', removedAt: at });
  removed.absent('d');
});
