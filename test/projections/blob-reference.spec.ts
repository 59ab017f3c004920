import { expect, test } from 'vitest';
import { blobReferences } from '../../projections/blob-reference/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('conversation', TENANT, 'c');
const opened = (data: object) =>
  ({ event: { type: 'ConversationOpened', data: { conversationTypeId: 't', ...data } }, stream }) as const;
const changed = (data: object) => ({ event: { type: 'ConversationChanged', data }, stream }) as const;

test('every blob that a conversation ever named is referred to; values in events are none', () => {
  const { docs } = givenProjection(blobReferences)(
    opened({ data: { digest: 'one', text: 'words' } }),
    changed({ data: { digest: 'two', text: 'words' } }),
    changed({ data: { digest: 'small', value: {} } }),
    changed({ data: null }),
    changed({ description: 'new' }),
  );
  expect([...docs]).toEqual([
    ['one.c', { digest: 'one', conversationId: 'c' }],
    ['two.c', { digest: 'two', conversationId: 'c' }],
  ]);
});
