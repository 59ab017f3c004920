import { expect, test } from 'vitest';
import { instant } from '../../../../src/kernel/instant.js';
import { streamName } from '../../../../src/kernel/stream.js';
import { lockExpiry } from '../../../../src/modules/conversations/conversation/domain/conversation.process.js';
import { metaOf, TENANT } from '../../../support/given/given.js';

test('a lock that is taken is to expire when its end has come', () => {
  const until = instant('2030-01-01T10:00:00Z');
  const meta = metaOf(streamName('conversation', TENANT, 'c-1'), 2);
  expect(lockExpiry.react({ type: 'ConversationLocked', data: { until, by: 'anna' }, meta })).toEqual([
    { command: { type: 'ExpireLock', target: 'c-1', data: { until } }, due: until },
  ]);
});
