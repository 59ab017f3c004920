import { describe, expect, test } from 'vitest';
import { leftIn } from '../../../app/src/conversation/lock/duration.js';
import { rowsOf } from '../../../app/src/conversation/messages/rows.js';
import { clientsOf, noClient } from '../../../app/src/conversation/new/new-client.js';
import type { Member, Sequenced } from '../../../sdk/src/store.js';

const NOON = Date.parse('2026-03-04T12:00:00Z');
const MINUTE = 60_000;

describe('rows of messages', () => {
  const message = (sequence: number, author: string, minutes: number) =>
    ({
      id: `m${sequence}`,
      sequence,
      participant_id: author,
      created_at: new Date(NOON + minutes * MINUTE).toISOString(),
    }) as Sequenced;
  const member = (id: string, last_message_sequence_seen: number, kind = 'USER') =>
    ({ id, kind, display_name: id, last_message_sequence_seen }) as Member;
  const members = [member('ann', 3), member('ben', 2), member('cleo', 3, 'CLIENT'), member('team', 3, 'SHARED')];
  const known = new Map(members.map((each) => [each.id, each]));

  test('are grouped by author and time, with a line for each day', () => {
    const messages = [
      message(1, 'ann', 0),
      message(2, 'ann', 1),
      message(3, 'ann', 9),
      message(4, 'ben', 9),
      message(5, 'ben', 1_500),
    ];
    const rows = rowsOf(messages, known, members[0]);
    expect(rows.map(({ follows }) => follows)).toEqual([false, true, false, false, false]);
    expect(rows.map(({ isLast }) => isLast)).toEqual([false, true, true, true, true]);
    expect(rows.map(({ isFirstOfDay }) => isFirstOfDay)).toEqual([true, false, false, false, true]);
    expect(rows.map(({ isOwn }) => isOwn)).toEqual([true, true, true, false, false]);
  });

  test('say who has seen them, without the reader, the author and the team', () => {
    const messages = [message(1, 'ann', 0), message(2, 'ann', 1), message(3, 'cleo', 2)];
    expect(rowsOf(messages, known, members[0]).map(({ seenBy }) => seenBy)).toEqual([[], ['ben'], []]);
    expect(rowsOf(messages, known, undefined).map(({ seenBy }) => seenBy)).toEqual([[], ['ben'], ['ann']]);
  });
});

test.each([
  [59_000, '59 sec'],
  [14 * MINUTE + 5_000, '14 min 5 sec'],
  [130 * MINUTE, '2 hr 10 min'],
  [72 * 60 * MINUTE, '3 days'],
])('%i ms left are %s', (ms, words) =>
  expect(leftIn(ms, 'en-US').replace('mins', 'min').replace('secs', 'sec')).toBe(words),
);

test('clients who are left empty are not created, and one in between keeps its row', () => {
  const cleo = { ...noClient(), display_name: ' Cleo ', phone_number: '+43 664 (12) 34-5' };
  expect(clientsOf([noClient()])).toEqual([]);
  expect(clientsOf([noClient(), cleo, noClient()])).toEqual([
    { kind: 'CLIENT', display_name: '' },
    { kind: 'CLIENT', display_name: 'Cleo', phone_number: '+4366412345' },
  ]);
});
