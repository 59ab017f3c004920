import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { conversationType } from '../../../src/modules/conversation-type/domain/conversation-type.resource.js';
import { given, TENANT } from '../../support/given.js';

const types = given(conversationType.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const value = { listItemTemplate: '{{ a }}', description: 'd' };
const created = { type: 'ConversationTypeCreated', data: value } as const;
const deleted = { type: 'ConversationTypeDeleted', data: {} } as const;

describe('a conversation type', () => {
  test('is created once', () => {
    types()
      .when(new conversationType.Create('t', { value }, meta))
      .gives(created);
    types(created)
      .when(new conversationType.Create('t', { value }, meta))
      .rejected('errors.conversation_type.exists');
  });
  test('can be created again after it was deleted', () =>
    types(created, deleted)
      .when(new conversationType.Create('t', { value }, meta))
      .gives(created));
  test('only what differs is recorded', () =>
    types(created)
      .when(new conversationType.Change('t', { patch: { description: 'new', listItemTemplate: '{{ a }}' } }, meta))
      .gives({ type: 'ConversationTypeChanged', data: { description: 'new' } }));
  test('a replacement takes away what it does not name', () =>
    types(created)
      .when(new conversationType.Replace('t', { value: { listItemTemplate: '{{ a }}' } }, meta))
      .gives({ type: 'ConversationTypeChanged', data: { description: null } }));
  test('the same again changes nothing', () =>
    types(created)
      .when(new conversationType.Replace('t', { value }, meta))
      .nothing());
  test('a stale revision is refused', () =>
    types(created)
      .when(new conversationType.Change('t', { patch: { description: 'x' }, ifMatch: [7] }, meta))
      .rejected('errors.precondition.failed'));
  test('what is not there cannot be changed', () =>
    types(created, deleted)
      .when(new conversationType.Change('t', { patch: {} }, meta))
      .rejected('errors.conversation_type.not_found'));
});
