import { describe, expect, test } from 'vitest';
import { Rejection } from '../../../../src/kernel/rejection.js';
import {
  AddLabels,
  RemoveLabel,
  SetLabels,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import {
  distinct,
  isLabel,
  withAdded,
} from '../../../../src/modules/conversations/conversation/domain/conversation.labels.js';
import { commandMeta, given } from '../../../support/given/given.js';

const conversation = given(conversationDecider);
const meta = commandMeta();
const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 'support' } };
const labelled = (...labels: string[]): ConversationEvent => ({ type: 'ConversationLabelled', data: { labels } });

describe('labels', () => {
  test('keep the order of adding, each once', () =>
    conversation(opened, labelled('b'))
      .when(new AddLabels('c', { labels: ['a', 'b'] }, meta))
      .gives(labelled('b', 'a')));
  test('a scoped one replaces the other of its scope', () =>
    conversation(opened, labelled('priority:low', 'vip'))
      .when(new AddLabels('c', { labels: ['priority:high'] }, meta))
      .gives(labelled('vip', 'priority:high')));
  test('the scope ends at the first colon', () => expect(withAdded(['a:b:c'], ['a:d'])).toEqual(['a:d']));
  test('two of one scope in one list are refused', () => expect(() => distinct(['a:1', 'a:2'])).toThrow(Rejection));
  test('setting what is there changes nothing', () =>
    conversation(opened, labelled('a'))
      .when(new SetLabels('c', { labels: ['a'] }, meta))
      .nothing());
  test('taking away what is not there changes nothing', () =>
    conversation(opened)
      .when(new RemoveLabel('c', { label: 'a' }, meta))
      .nothing());
  test('at most a hundred', () => {
    const many = Array.from({ length: 100 }, (_, i) => `l${i}`);
    expect(() => withAdded(many, ['one more'])).toThrow(Rejection);
  });
  test.each([':x', 'x:', '.', '..', '', 'a\u0000', 'a\nb', 'x'.repeat(101)])('%j is no label', (label) =>
    expect(isLabel(label)).toBe(false),
  );
  test.each(['a', 'a:b', 'a:b:c', 'ä ö', '😀'.repeat(100)])('%j is a label', (label) =>
    expect(isLabel(label)).toBe(true),
  );
});
