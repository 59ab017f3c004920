import { expect, test } from 'vitest';
import { readMarks } from '../../projections/read-mark/projection.js';
import { folded, happened } from '../support/given/folded.js';

const seen = (sequence: number) => happened('reader', 'c.u', 'ConversationSeen', { userId: 'u', sequence });

test('the mark of a user moves on and never goes back', () => {
  const mark = { conversationId: 'c', userId: 'u' };
  expect(folded(readMarks, seen(2)).get('c.u')).toEqual({ ...mark, seen: 2 });
  expect(folded(readMarks, seen(2), seen(5), seen(4)).get('c.u')).toEqual({ ...mark, seen: 5 });
});
