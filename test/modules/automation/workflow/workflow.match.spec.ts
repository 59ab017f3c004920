import { describe, expect, test } from 'vitest';
import type { Event, Meta, Recorded } from '../../../../src/kernel/event.js';
import {
  LAST_DEPTH,
  match,
  mayMatch,
  type TriggerContext,
  type Triggering,
  type Triggers,
  triggerOf,
  triggers,
} from '../../../../src/modules/automation/workflow/domain/workflow.match.js';
import type {
  Action,
  Branch,
  Leaf,
  Trigger,
  Workflow,
} from '../../../../src/modules/automation/workflow/domain/workflow.resource.js';
import {
  type AnyConversationEvent,
  conversationEventTypes,
} from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { membershipEventTypes } from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { messageEventTypes } from '../../../../src/modules/conversations/message/domain/message.events.js';
import { participantEventTypes } from '../../../../src/modules/conversations/participant/domain/participant.events.js';
import { metaOf, TENANT } from '../../../support/given/given.js';

const send: Action = { kind: 'SEND_MESSAGE', templateName: 'hello' };
const other: Action = { kind: 'NOTIFY_PARTICIPANTS', templateName: 'told' };
const flow = (trigger: Trigger): Workflow => ({ conversationTypeId: 'support', enabled: true, trigger });
const on = (contextOf: Partial<TriggerContext> = {}): TriggerContext => ({
  conversationTypeId: 'support',
  ...contextOf,
});
const happened = (type: string, data: unknown, more: Partial<Meta> = {}): Recorded =>
  ({ type, data, meta: metaOf(`conversation-${TENANT}_c`, 1, more) }) as Recorded<Event>;
const exists = (target: string): Leaf => ({ kind: 'LEAF', target, operator: 'EXISTS' });
const branch = (target: string, action = send): Branch => ({ condition: exists(target), action });
const changed = (before: unknown, after: unknown) => on({ data: { before, after } });

describe('what may set a workflow off', () => {
  test('is a creation, a message, a change of data', () => {
    expect(triggerOf(happened('ConversationOpened', {}))).toBe('CONVERSATION_CREATED');
    expect(triggerOf(happened('MessagePosted', {}))).toBe('MESSAGE_ADDED_TO_CONVERSATION');
    expect(triggerOf(happened('ConversationChanged', { data: null }))).toBe('CONVERSATION_DATA_CHANGED');
    expect(triggerOf(happened('ConversationChanged', { archived: false }))).toBeUndefined();
    expect(triggerOf(happened('WorkflowRan', {}))).toBeUndefined();
    expect(triggerOf(happened('constructor', {}))).toBeUndefined();
  });
  test('is none of the other events of a conversation', () => {
    const events = {
      ...conversationEventTypes,
      ...membershipEventTypes,
      ...participantEventTypes,
      ...messageEventTypes,
    };
    const silent = Object.keys(events).filter((type) => triggerOf(happened(type, { data: null })) === undefined);
    expect(Object.keys(triggers).sort()).toEqual(Object.keys(events).sort());
    expect(silent.sort()).toEqual(
      Object.keys(events)
        .filter((type) => !['ConversationOpened', 'ConversationChanged', 'MessagePosted'].includes(type))
        .sort(),
    );
  });
  test('is the eighth effect no more', () => {
    expect(triggerOf(happened('MessagePosted', {}, { depth: LAST_DEPTH - 1 }))).toBeDefined();
    expect(triggerOf(happened('MessagePosted', {}, { depth: LAST_DEPTH }))).toBeUndefined();
  });
  test('is the message with the sequence asked for', () => {
    const second = flow({ kind: 'MESSAGE_ADDED_TO_CONVERSATION', action: send, messageSequence: 2 });
    expect([1, 2, 3].map((sequence) => mayMatch(second, happened('MessagePosted', { sequence })))).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('a workflow', () => {
  const created = flow({ kind: 'CONVERSATION_CREATED', action: send });
  test('is for one type of conversation', () => {
    expect(match(created, on())).toEqual({ action: send });
    expect(match(created, on({ conversationTypeId: 'other' }))).toBeUndefined();
  });
  test.each([
    [undefined, ['USER', 'CLIENT', 'SHARED']],
    ['WORKFLOW', ['WORKFLOW']],
    ['CLIENT', ['CLIENT']],
  ] as const)('on messages of %s heeds %j alone', (participantKind, heeded) => {
    const kind = participantKind === undefined ? {} : { participantKind };
    const messages = flow({ kind: 'MESSAGE_ADDED_TO_CONVERSATION', action: send, ...kind });
    const fired = (['USER', 'CLIENT', 'SHARED', 'WORKFLOW'] as const).filter((author) =>
      match(messages, on({ author })),
    );
    expect(fired).toEqual(heeded);
  });
  test('takes the first branch that holds', () => {
    const data = flow({ kind: 'CONVERSATION_DATA_CHANGED', branches: [branch('a'), branch('b', other), branch('c')] });
    expect(match(data, changed({}, { b: 1, c: 1 }))).toEqual({
      action: other,
      branch: 1,
      conditions: { ...exists('b'), held: true, new: 1 },
    });
    expect(match(data, changed({ a: 1 }, {}))).toBeUndefined();
  });
  test('does its own action where no branch holds', () => {
    const data = flow({ kind: 'CONVERSATION_DATA_CHANGED', branches: [branch('a')], action: other });
    expect(match(data, changed({ a: 1 }, {}))).toMatchObject({ action: other, conditions: { held: false } });
  });
  test('does nothing where nothing changed but the order of keys', () => {
    const data = flow({ kind: 'CONVERSATION_DATA_CHANGED', action: send });
    expect(match(data, changed({ a: 1, b: 2 }, { b: 2, a: 1 }))).toBeUndefined();
    expect(match(data, changed({}, {}))).toBeUndefined();
    expect(match(data, changed({ a: 1 }, { a: 2 }))).toEqual({ action: send });
  });
});

describe('does not compile', () => {
  test('without what one of the events triggers', () => {
    const { MessageSeen: _, ...others } = triggers;
    // @ts-expect-error MessageSeen is missing
    const incomplete: Triggers<AnyConversationEvent> = others;
    expect(incomplete).not.toHaveProperty('MessageSeen');
  });
  test('with a new event, until the table says what it triggers, or `none`', () => {
    // @ts-expect-error ConversationRenamed is missing
    const incomplete: Triggers<AnyConversationEvent | Event<'ConversationRenamed'>> = triggers;
    expect(incomplete).not.toHaveProperty('ConversationRenamed');
  });
  test('with an event taken for triggering that triggers nothing', () => {
    const types: readonly Triggering['type'][] = ['ConversationOpened', 'ConversationChanged', 'MessagePosted'];
    // @ts-expect-error MessageDeleted triggers nothing
    const wrong: Triggering['type'] = 'MessageDeleted';
    expect(types).not.toContain(wrong);
  });
});
