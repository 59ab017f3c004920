import { describe, expect, test } from 'vitest';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { Rejection } from '../../../../src/kernel/rejection.js';
import {
  CloseMessages,
  DeleteMessage,
  type MessageCommand,
  OpenMessages,
  PostMessage,
} from '../../../../src/modules/conversations/message/domain/message.commands.js';
import {
  type MessageLog,
  messageDecider,
} from '../../../../src/modules/conversations/message/domain/message.decider.js';
import type {
  Gate,
  MessageClosureEvent,
  MessageEvent,
} from '../../../../src/modules/conversations/message/domain/message.events.js';
import { commandMeta, given, metaOf } from '../../../support/given/given.js';

type Event = MessageEvent | MessageClosureEvent;

const messages = given(messageDecider);
const posted = (participantId = 'p'): MessageEvent => ({
  type: 'MessagePosted',
  data: { kind: 'TEXT', text: 'hi', messageId: 'command', sequence: 1, participantId, seenBy: participantId },
});
const closed = (gate: string, participantId?: string): Event => ({
  type: 'MessagesClosed',
  data: { lastSequence: 0, gate, ...(participantId === undefined ? {} : { participantId }) },
});
const opened = (gate: string): Event => ({ type: 'MessagesOpened', data: { lastSequence: 0, gate } });
const post = (participantId = 'p') =>
  new PostMessage('c', { content: { kind: 'TEXT', text: 'hi' }, participantId, seenBy: participantId }, commandMeta());
const close = (gate: Gate) => new CloseMessages('c', gate, commandMeta());
const open = (gate: string) => new OpenMessages('c', { gate }, commandMeta());

describe('closed messages', () => {
  test('refuse every message', () => messages(closed('one')).when(post()).rejected('errors.conversation.archived'));
  test('of an author refuse the messages of that author', () => {
    messages(closed('one', 'p')).when(post()).rejected('errors.participant.not_found');
    messages(closed('one', 'p')).when(post('q')).gives(posted('q'));
  });
  test('stay closed until each gate is open', () => {
    messages(closed('one'), closed('two'), opened('one')).when(post()).rejected('errors.conversation.archived');
    messages(closed('one'), closed('two'), opened('one'), opened('two')).when(post()).gives(posted());
  });
  test('are closed once by each gate, and opened by none that did not close them', () => {
    messages(closed('one'))
      .when(close({ gate: 'one' }))
      .nothing();
    messages(closed('one')).when(open('two')).nothing();
    messages(closed('one')).when(open('one')).gives(opened('one'));
  });
  test('let messages be deleted', () =>
    messages(posted(), { type: 'MessagesClosed', data: { lastSequence: 1, gate: 'one' } })
      .when(new DeleteMessage('c', { messageId: 'command', sequence: 1 }, commandMeta()))
      .gives({ type: 'MessageDeleted', data: { messageId: 'command', sequence: 1, lastSequence: 1 } }));
  test('are not closed while the removal of the conversation is decided', () => {
    const removal = { runId: 'r', conversationTypeId: 't', scope: 'ALL', days: 1, at: commandMeta().at } as const;
    messages({ type: 'MessagesEnded', data: { lastSequence: 0, removal } })
      .when(close({ gate: 'one' }))
      .rejected('errors.position.not_reached');
  });
});

/** Decides commands one after the other as a process does that knows the whole stream. */
function stream(commands: readonly MessageCommand[]): readonly Event[] {
  const events: Event[] = [];
  let log: MessageLog = messageDecider.initial;
  for (const command of commands) {
    for (const event of messageDecider.decide(command, log)) {
      events.push(event);
      log = messageDecider.evolve(log, { ...event, meta: metaOf('messageLog', events.length) });
    }
  }
  return events;
}

/** What a process knows that reads the newest events alone. */
const newest = (events: readonly Event[]): MessageLog =>
  events
    .map((event, n) => ({ ...event, meta: metaOf('messageLog', n + 1) }))
    .slice(-limits.recentMessages)
    .reduce((log, event) => messageDecider.evolve(log, event), messageDecider.initial);

const postAs = (n: number) =>
  new PostMessage(
    'c',
    { content: { kind: 'TEXT', text: 'hi' }, participantId: 'q', seenBy: 'q' },
    commandMeta({ commandId: `m${n}` }),
  );
const some = (count: number, from = 0) => Array.from({ length: count }, (_, n) => postAs(from + n));

describe('a gate behind which many messages come', () => {
  test.each([1, 127, 128, 129, 255, 256, 300, 700, 1_500])('is known from the newest events after %i', (count) => {
    const events = stream([close({ gate: 'one', participantId: 'p' }), ...some(count)]);
    expect(() => messageDecider.decide(post(), newest(events))).toThrow(Rejection);
  });
  test('is not repeated once it is open', () => {
    const events = stream([close({ gate: 'one', participantId: 'p' }), ...some(200), open('one'), ...some(600, 200)]);
    expect(events.slice(-500).filter(({ type }) => type === 'MessageGatesRepeated')).toEqual([]);
    expect(messageDecider.decide(post(), newest(events))).toHaveLength(1);
  });
  test('costs one event in 128', () => {
    const events = stream([close({ gate: 'one', participantId: 'p' }), ...some(1_280)]);
    expect(events.filter(({ type }) => type === 'MessageGatesRepeated')).toHaveLength(10);
  });
  test('of many authors who left repeats the newest', () => {
    const leaving = Array.from({ length: 150 }, (_, n) => close({ gate: `g${n}`, participantId: `p${n}` }));
    const { gates } = newest(stream([...leaving, ...some(600)]));
    expect(gates.closed).toHaveLength(limits.repeatedAuthors);
    expect(gates.closed.at(-1)?.gate).toBe('g149');
  });
  test('comes behind the message that repeats it, with its sequence', () => {
    const events = stream([close({ gate: 'one', participantId: 'p' }), ...some(200)]);
    const n = events.findIndex(({ type }) => type === 'MessageGatesRepeated');
    expect(events[n - 1]).toMatchObject({ type: 'MessagePosted', data: { sequence: n - 1 } });
    expect(events[n]).toMatchObject({ data: { lastSequence: n - 1, gates: [{ gate: 'one', participantId: 'p' }] } });
  });
});
