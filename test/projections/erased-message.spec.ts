import { describe, expect, test } from 'vitest';
import { erasedRow, messageLog } from '../../projections/message-log/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { innerId } from '../../src/kernel/stream.js';
import { folded, happened } from '../support/given/folded.js';
import { TENANT } from '../support/given/given.js';

const at = instant('2030-01-01T08:00:00Z');

describe('a message', () => {
  const posted = happened('messageLog', 'c', 'MessagePosted', {
    ...{ kind: 'TEXT', messageId: 'm', sequence: 1, participantId: 'p', seenBy: 'p', sourceId: 's', text: 'secret' },
  });
  const row = () => folded(messageLog, posted).get(innerId('c', 'm')) as Parameters<typeof erasedRow>[0];
  test('of an erased author keeps its place, its times and its source id', () => {
    const erased = messageLog.forgets?.(row(), 'p');
    expect(erased).toEqual({
      ...{ id: 'm', tenantId: TENANT, conversationId: 'c', participantId: 'p', sequence: 1, kind: 'TEXT' },
      ...{ sourceId: 's', createdAt: at, updatedAt: at, erased: true, revision: 2 },
    });
    expect(messageLog.forgets?.(erased as never, 'p')).toEqual(erased);
    expect(messageLog.forgets?.(row(), 'other')).toEqual(row());
  });
  test('that was erased stays so when later events come', () => {
    const later = { messageId: 'm', sequence: 1, lastSequence: 1 };
    for (const [type, more] of [
      ['MessageDeleted', {}],
      ['AssetStatusChanged', { asset: { status: 'UPLOAD_COMPLETED', file: 'f' } }],
    ] as const) {
      const event = happened('messageLog', 'c', type, { ...later, ...more }, 2);
      expect(messageLog.evolve(erasedRow(row()), event as never)).toEqual(erasedRow(row()));
    }
  });
  test('whose content is erased in the log folds without it', () => {
    const { text: _, ...data } = posted.data as { text: string };
    expect(messageLog.evolve(undefined, { ...posted, data } as never)).not.toHaveProperty('text');
  });
});
