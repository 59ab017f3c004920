import { describe, expect, test } from 'vitest';
import { DAY, instant, plus } from '../../../../src/kernel/instant.js';
import {
  ExpireLock,
  LiftLegalHold,
  OpenConversation,
  PlaceLegalHold,
  RemoveConversation,
  ReplaceConversation,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

/** Of every event that is given. */
const THEN = instant('2030-01-01T08:00:00Z');
const conversation = given(conversationDecider);
const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 't' } };
const archived: ConversationEvent = { type: 'ConversationArchived', data: {} };
const back: ConversationEvent = { type: 'ConversationChanged', data: { archived: false } };
const placed: ConversationEvent = { type: 'LegalHoldPlaced', data: {} };
const lifted: ConversationEvent = { type: 'LegalHoldLifted', data: {} };
const removed: ConversationEvent = {
  type: 'ConversationRemoved',
  data: { runId: 'r', conversationTypeId: 't', dueAt: plus(THEN, DAY) },
};
const asked = (scope: 'ALL' | 'ARCHIVED', days: number, more: object = {}) =>
  new RemoveConversation(
    'c',
    { runId: 'r', conversationTypeId: 't', scope, days: 1, at: plus(THEN, days * DAY), ...more },
    commandMeta({ at: plus(THEN, 400 * DAY) }),
  );

describe('a removal', () => {
  test('is decided when the policy and the day of grace are over at the time asked for', () => {
    conversation(opened).when(asked('ALL', 2)).gives(removed);
    conversation(opened, archived).when(asked('ARCHIVED', 2)).gives(removed);
    conversation({ ...opened, data: { ...opened.data, archived: true } } as ConversationEvent)
      .when(asked('ARCHIVED', 2))
      .gives(removed);
  });
  test('changes nothing before, whatever the clock of the decision says', () => {
    conversation(opened).when(asked('ALL', 1.99)).nothing();
    conversation(opened, archived).when(asked('ARCHIVED', 1.99)).nothing();
  });
  test('of archived ones does not reach an open one, nor one that is back', () => {
    conversation(opened).when(asked('ARCHIVED', 99)).nothing();
    conversation(opened, archived, back).when(asked('ARCHIVED', 99)).nothing();
  });
  test('does not reach one of another type, nor one under a legal hold', () => {
    conversation(opened)
      .when(asked('ALL', 99, { conversationTypeId: 'other' }))
      .nothing();
    conversation(opened, placed).when(asked('ALL', 99)).nothing();
    conversation(opened, placed, lifted).when(asked('ALL', 99)).gives(removed);
  });
  test('happens once, and the id is not given again', () => {
    const gone = conversation(opened, removed);
    gone.when(asked('ALL', 99)).nothing();
    const content = { conversationTypeId: 't', participants: [] };
    gone.when(new OpenConversation('c', content, commandMeta())).rejected('errors.conversation.removed');
    gone.when(new ReplaceConversation('c', content, commandMeta())).rejected('errors.conversation.removed');
    gone.when(new PlaceLegalHold('c', {}, commandMeta())).rejected('errors.conversation.not_found');
    const late = new ExpireLock('c', { until: THEN }, commandMeta());
    gone.when(late).rejected('errors.conversation.not_found');
    expect(conversation(opened, removed, archived).state()).toEqual({ status: 'removed' });
  });
  test('of one that never was is refused', () =>
    conversation().when(asked('ALL', 99)).rejected('errors.conversation.not_found'));
});

describe('a legal hold', () => {
  test('is placed once and lifted once', () => {
    conversation(opened)
      .when(new PlaceLegalHold('c', {}, commandMeta()))
      .gives(placed);
    conversation(opened, placed)
      .when(new PlaceLegalHold('c', {}, commandMeta()))
      .nothing();
    conversation(opened, placed)
      .when(new LiftLegalHold('c', {}, commandMeta()))
      .gives(lifted);
    conversation(opened)
      .when(new LiftLegalHold('c', {}, commandMeta()))
      .nothing();
  });
  test('is placed on the revision that is asked for', () =>
    conversation(opened)
      .when(new PlaceLegalHold('c', { ifMatch: [7] }, commandMeta()))
      .rejected('errors.precondition.failed'));
});
