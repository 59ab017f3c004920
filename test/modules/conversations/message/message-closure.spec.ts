import { describe, test } from 'vitest';
import { DAY, instant, plus } from '../../../../src/kernel/instant.js';
import {
  DeleteMessage,
  EndMessages,
  PostMessage,
  ReopenMessages,
} from '../../../../src/modules/conversations/message/domain/message.commands.js';
import { messageDecider } from '../../../../src/modules/conversations/message/domain/message.decider.js';
import type {
  MessageClosureEvent,
  MessageEvent,
} from '../../../../src/modules/conversations/message/domain/message.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

/** Of every event that is given. */
const THEN = instant('2030-01-01T08:00:00Z');
const messages = given(messageDecider);
const removal = (days: number, scope: 'ALL' | 'ARCHIVED' = 'ALL') => ({
  runId: 'r',
  conversationTypeId: 't',
  scope,
  days: 1,
  at: plus(THEN, days * DAY),
});
const posted: MessageEvent = {
  type: 'MessagePosted',
  data: { kind: 'TEXT', text: 'hi', messageId: 'm', sequence: 1, participantId: 'p', seenBy: 'p' },
};
const ended: MessageClosureEvent = {
  type: 'MessagesEnded',
  data: { lastSequence: 1, lastAt: THEN, removal: removal(2) },
};
const reopened: MessageClosureEvent = { type: 'MessagesReopened', data: { lastSequence: 1, lastAt: THEN } };
const post = new PostMessage(
  'c',
  { content: { kind: 'TEXT', text: 'late' }, participantId: 'p', seenBy: 'p' },
  commandMeta({ commandId: 'late' }),
);

describe('the messages of a conversation that is due', () => {
  test('end unless one is too new for the policy', () => {
    messages(posted)
      .when(new EndMessages('c', removal(2), commandMeta()))
      .gives(ended);
    messages(posted)
      .when(new EndMessages('c', removal(1.99), commandMeta()))
      .nothing();
    messages(posted, ended)
      .when(new EndMessages('c', removal(2), commandMeta()))
      .nothing();
  });
  test('end whatever their age where the policy counts from the archival, and where there are none', () => {
    messages(posted)
      .when(new EndMessages('c', removal(0, 'ARCHIVED'), commandMeta()))
      .gives({ type: 'MessagesEnded', data: { lastSequence: 1, lastAt: THEN, removal: removal(0, 'ARCHIVED') } });
    messages()
      .when(new EndMessages('c', removal(2), commandMeta()))
      .gives({ type: 'MessagesEnded', data: { lastSequence: 0, removal: removal(2) } });
  });
  test('take no message and no deletion while they are ended', () => {
    messages(posted, ended).when(post).rejected('errors.position.not_reached');
    messages(posted, ended)
      .when(new DeleteMessage('c', { messageId: 'm', sequence: 1 }, commandMeta()))
      .rejected('errors.position.not_reached');
  });
  test('go on with the next sequence when the conversation stays', () => {
    messages(posted, ended)
      .when(new ReopenMessages('c', {}, commandMeta()))
      .gives(reopened);
    messages(posted)
      .when(new ReopenMessages('c', {}, commandMeta()))
      .nothing();
    messages(posted, ended, reopened)
      .when(post)
      .gives({
        type: 'MessagePosted',
        data: { kind: 'TEXT', text: 'late', messageId: 'late', sequence: 2, participantId: 'p', seenBy: 'p' },
      });
  });
  test('keep the time of the last message through an end that was taken back', () =>
    messages(posted, ended, reopened)
      .when(new EndMessages('c', removal(2), commandMeta()))
      .gives(ended));
});
