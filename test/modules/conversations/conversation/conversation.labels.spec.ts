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
  labelFault,
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
  describe('kept before they were kept in NFC', () => {
    const [nfc, nfd] = ['caf\u00e9', 'cafe\u0301'];
    test.each([nfc, nfd])('are removed by %j', (label) =>
      conversation(opened, labelled('vip', nfd))
        .when(new RemoveLabel('c', { label }, meta))
        .gives(labelled('vip')),
    );
    test('are one with the same label in NFC', () =>
      conversation(opened, labelled(nfd, 'vip'))
        .when(new AddLabels('c', { labels: [nfc] }, meta))
        .gives(labelled(nfc, 'vip')));
    test('are the label of a scope', () =>
      conversation(opened, labelled('cafe\u0301:a'))
        .when(new AddLabels('c', { labels: ['caf\u00e9:b'] }, meta))
        .gives(labelled('caf\u00e9:b')));
    test('stay where another is removed', () =>
      conversation(opened, labelled(nfd))
        .when(new RemoveLabel('c', { label: 'vip' }, meta))
        .nothing());
  });
  test('at most a hundred', () => {
    const many = Array.from({ length: 100 }, (_, i) => `l${i}`);
    expect(() => withAdded(many, ['one more'])).toThrow(Rejection);
  });
  test.each([
    [':x', 'pattern'],
    ['x:', 'pattern'],
    ['.', 'pattern'],
    ['..', 'pattern'],
    ['', 'length'],
    ['x'.repeat(101), 'length'],
    ['a\u0000', 'line'],
    ['a\nb', 'line'],
    ['a\u2028b', 'line'],
    ['\u202eabc', 'line'],
    ['\u2066abc\u2069', 'line'],
    ['\u200b', 'invisible'],
    ['\u3164 ', 'invisible'],
  ])('%j is no label: %s', (label, fault) => expect(labelFault(label)?.code).toBe(`errors.field.${fault}`));
  test.each(['a', 'a:b', 'a:b:c', 'ä ö', '😀'.repeat(100)])('%j is a label', (label) =>
    expect(labelFault(label)).toBeUndefined(),
  );
});
