import { expect, test } from 'vitest';
import { type ReadState, readStates, readSum } from '../../projections/read-state/projection.js';
import { POSTED_WORD, readerWord } from '../../src/catalogue/text/hidden-words.js';
import { folded, happened } from '../support/given/folded.js';

const opened = happened('conversation', 'c', 'ConversationOpened', { conversationTypeId: 't' });
const joined = (participantId: string, kind: string, more: object = {}) =>
  happened('conversation', 'c', 'ParticipantJoined', { participantId, kind, fromSequence: 0, ...more });
const posted = (sequence: number, seenBy: string) =>
  happened('messageLog', 'c', 'MessagePosted', { sequence, seenBy, participantId: seenBy, messageId: `${sequence}` });
const anna = joined('p', 'USER', { userId: 'anna' });

function stateOf(...events: Parameters<typeof folded>[1][]) {
  const state = folded(readStates, opened, ...events).get('c') as ReadState | undefined;
  if (!state) throw new Error('no state');
  const words = readStates.search?.text(state).split(' ');
  return { words, sums: Object.fromEntries(readStates.sums?.(state) ?? []) };
}

test('a post is unread for everyone but its author', () => {
  const { words, sums } = stateOf(anna, joined('q', 'USER', { userId: 'ben' }), posted(1, 'q'), posted(2, 'p'));
  expect(words).toEqual([POSTED_WORD, readerWord('anna')]);
  expect(sums).toEqual({
    [readSum(false, 'conversations')]: 1,
    [readSum(false, 'messages')]: 2,
    [readSum(false, 'conversations', 'anna')]: 1,
    [readSum(false, 'messages', 'anna')]: 2,
    [readSum(false, 'messages', 'ben')]: 1,
  });
});

test('the marker that users share counts for each of them, and for a user with a mark of their own', () => {
  const seen = happened('reader', 'c.cleo', 'ConversationSeen', { userId: 'cleo', sequence: 1 });
  const shared = [joined('s', 'SHARED'), anna, posted(1, 'client'), seen, posted(2, 's')];
  expect(stateOf(...shared).words).toEqual([POSTED_WORD, readerWord('anna'), readerWord('cleo')]);
  const left = happened('conversation', 'c', 'ParticipantLeft', { participantId: 's' });
  expect(stateOf(...shared, left).words).toEqual([POSTED_WORD]);
});

test('a conversation without a message is in no sum and has no word', () => {
  expect(stateOf(anna)).toEqual({ words: [''], sums: {} });
});

test('an archived conversation is in the sums of archived ones', () => {
  const archived = happened('conversation', 'c', 'ConversationArchived', {});
  expect(Object.keys(stateOf(anna, posted(1, 'client'), archived).sums)).toEqual([
    readSum(true, 'conversations'),
    readSum(true, 'messages'),
  ]);
  const back = happened('conversation', 'c', 'ConversationChanged', { archived: false });
  expect(stateOf(posted(1, 'client'), archived, back).sums).toHaveProperty(readSum(false, 'messages'), 1);
});
