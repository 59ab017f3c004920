import { describe, expect, test } from 'vitest';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { DeleteMessage, PostMessage } from '../../../../src/modules/conversations/message/domain/message.commands.js';
import { messageDecider } from '../../../../src/modules/conversations/message/domain/message.decider.js';
import type { MessageEvent } from '../../../../src/modules/conversations/message/domain/message.events.js';
import { commandMeta, given, metaOf, TENANT } from '../../../support/given/given.js';

const messages = given(messageDecider);
const meta = (commandId: string) => commandMeta({ commandId });

const text = { kind: 'TEXT', text: 'hello' } as const;
const post = (id: string, sourceId?: string, freeThrough?: number) =>
  new PostMessage(
    'c',
    {
      content: text,
      participantId: 'p',
      seenBy: 's',
      ...(sourceId === undefined ? {} : { sourceId }),
      ...(freeThrough === undefined ? {} : { freeThrough }),
    },
    meta(id),
  );
const posted = (messageId: string, sequence: number, sourceId?: string): MessageEvent => ({
  type: 'MessagePosted',
  data: {
    ...text,
    messageId,
    sequence,
    participantId: 'p',
    seenBy: 's',
    ...(sourceId === undefined ? {} : { sourceId }),
  },
});
const deleted = (messageId: string, sequence: number, lastSequence: number): MessageEvent => ({
  type: 'MessageDeleted',
  data: { messageId, sequence, lastSequence },
});
const remove = (messageId: string, sequence: number) =>
  new DeleteMessage('c', { messageId, sequence }, meta('command'));

/** As many messages with source ids as are remembered, and one more: the first is forgotten. */
const tooMany = Array.from({ length: limits.recentMessages + 1 }, (_, i) => posted(`m${i + 1}`, i + 1, `s${i + 1}`));

describe('posting a message', () => {
  test('the first one has sequence 1 and the id of its command', () =>
    messages().when(post('m1')).gives(posted('m1', 1)));
  test('the next one follows without a gap', () =>
    messages(posted('m1', 1), posted('m2', 2)).when(post('m3')).gives(posted('m3', 3)));
  test('a deleted one keeps its number', () =>
    messages(posted('m1', 1), posted('m2', 2), deleted('m2', 2, 2))
      .when(post('m3'))
      .gives(posted('m3', 3)));
});

describe('a source id', () => {
  test('stands in the message that has it', () =>
    messages(posted('m1', 1))
      .when(post('m2', 'order-7'))
      .gives(posted('m2', 2, 'order-7')));
  test('that is taken gives no second message', () =>
    messages(posted('m1', 1, 'order-7'), posted('m2', 2))
      .when(post('m3', 'order-7'))
      .nothing());
  test('stays taken when its message is deleted', () =>
    messages(posted('m1', 1, 'order-7'), deleted('m1', 1, 1))
      .when(post('m3', 'order-7'))
      .nothing());
  test('that is new needs no look at the read model while nothing was forgotten', () =>
    messages(...tooMany.slice(0, -1))
      .when(post('m257', 'new'))
      .gives(posted('m257', 257, 'new')));
  test('that may be a forgotten one is refused until somebody looked', () =>
    messages(...tooMany)
      .when(post('m258', 's1'))
      .rejected('errors.position.not_reached'));
  test('is refused when the look did not reach what was forgotten', () =>
    messages(...tooMany)
      .when(post('m258', 'new', 0))
      .rejected('errors.position.not_reached'));
  test('is free when the look covered what was forgotten', () =>
    messages(...tooMany)
      .when(post('m258', 'new', 1))
      .gives(posted('m258', 258, 'new')));
  test('that is remembered is known without a look', () =>
    messages(...tooMany)
      .when(post('m258', 's2'))
      .nothing());
  test('is not asked for by messages without one', () =>
    messages(...tooMany)
      .when(post('m258'))
      .gives(posted('m258', 258)));
});

describe('deleting a message', () => {
  test('says how far the messages go, for who reads only the end', () =>
    messages(posted('m1', 1), posted('m2', 2))
      .when(remove('m1', 1))
      .gives(deleted('m1', 1, 2)));
  test('happens once', () =>
    messages(posted('m1', 1), deleted('m1', 1, 1))
      .when(remove('m1', 1))
      .nothing());
});

describe('the end of a long stream', () => {
  const stream = `messageLog-${TENANT}_c`;
  const end = (events: readonly MessageEvent[], version: number) =>
    events.reduce(
      (state, event, i) => messageDecider.evolve(state, { ...event, meta: metaOf(stream, version + i) }),
      messageDecider.initial,
    );

  test('is enough to number the next message', () =>
    expect(messageDecider.decide(post('m'), end([posted('m900', 900)], 1_000))).toEqual([posted('m', 901)]));
  test('is enough when it is nothing but deletions', () =>
    expect(messageDecider.decide(post('m'), end([deleted('m3', 3, 900)], 1_000))).toEqual([posted('m', 901)]));
  test('does not claim to know the source ids before it', () => {
    expect(end([posted('m900', 900)], 1_000).recentSince).toBe(899);
    expect(end([deleted('m3', 3, 900)], 1_000).recentSince).toBe(900);
    expect(end([posted('m1', 1)], 1).recentSince).toBe(0);
  });
  test('keeps no more than so many deleted ones in mind', () => {
    const many = Array.from({ length: 2 * limits.recentMessages }, (_, i) => deleted(`m${i}`, 1, 900));
    expect(end(many, 1_000).deleted).toHaveLength(limits.recentMessages);
  });
});
