import { describe, expect, test } from 'vitest';
import {
  type MessageTemplate,
  messageTemplate,
} from '../../../../src/modules/reach/message-template/domain/message-template.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const templates = given(messageTemplate.decider);
const meta = commandMeta();
const value: MessageTemplate = { kind: 'TEXT', texts: { en: 'Hello', de: 'Hallo' }, parameters: [] };
const created = { type: 'MessageTemplateCreated', data: value } as const;

describe('a message template', () => {
  test('is stored under these names', () => {
    expect(messageTemplate.category).toBe('messageTemplate');
    expect(Object.keys(messageTemplate.eventTypes)).toEqual([
      'MessageTemplateCreated',
      'MessageTemplateChanged',
      'MessageTemplateDeleted',
    ]);
  });
  test('that exists is not created again', () =>
    templates(created)
      .when(new messageTemplate.Create('hello', { value }, meta))
      .rejected('errors.message_template.exists'));
  test('that does not exist is not deleted', () =>
    templates()
      .when(new messageTemplate.Remove('hello', {}, meta))
      .rejected('errors.message_template.not_found'));
  test('a replacement leaves no text that it does not name', () =>
    templates(created)
      .when(new messageTemplate.Replace('hello', { value: { ...value, texts: { en: 'Hello' } } }, meta))
      .gives({ type: 'MessageTemplateChanged', data: { texts: { en: 'Hello' } } }));
});
