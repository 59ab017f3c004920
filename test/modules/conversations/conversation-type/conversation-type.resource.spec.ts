import { describe, expect, test } from 'vitest';
import { conversationType } from '../../../../src/modules/conversations/conversation-type/domain/conversation-type.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const types = given(conversationType.decider);
const meta = commandMeta();
const value = { listItemTemplate: '{{ a }}', description: 'd' };

describe('a conversation type', () => {
  test('is stored under these names', () => {
    expect(conversationType.category).toBe('conversationType');
    expect(Object.keys(conversationType.eventTypes)).toEqual([
      'ConversationTypeCreated',
      'ConversationTypeChanged',
      'ConversationTypeDeleted',
    ]);
  });
  test('that exists is not created again', () =>
    types({ type: 'ConversationTypeCreated', data: value })
      .when(new conversationType.Create('t', { value }, meta))
      .rejected('errors.conversation_type.exists'));
  test('that does not exist is not changed', () =>
    types()
      .when(new conversationType.Change('t', { patch: {} }, meta))
      .rejected('errors.conversation_type.not_found'));
});
