import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import {
  type MessageTemplate,
  messageTemplate,
} from '../../../src/modules/message-template/domain/message-template.resource.js';
import { given, TENANT } from '../../support/given.js';

const templates = given(messageTemplate.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const value: MessageTemplate = { kind: 'TEXT', texts: { en: 'Hello', de: 'Hallo' }, parameters: [] };
const created = { type: 'MessageTemplateCreated', data: value } as const;

describe('a message template', () => {
  test('is created once under its name', () => {
    templates()
      .when(new messageTemplate.Create('hello', { value }, meta))
      .gives(created);
    templates(created)
      .when(new messageTemplate.Create('hello', { value }, meta))
      .rejected('errors.message_template.exists');
  });
  test('a replacement leaves no text that it does not name', () =>
    templates(created)
      .when(new messageTemplate.Replace('hello', { value: { ...value, texts: { en: 'Hello' } } }, meta))
      .gives({ type: 'MessageTemplateChanged', data: { texts: { en: 'Hello' } } }));
  test('the same again is no change', () =>
    templates(created)
      .when(new messageTemplate.Replace('hello', { value: { ...value, texts: { ...value.texts } } }, meta))
      .nothing());
  test('one that is not there cannot be deleted', () =>
    templates()
      .when(new messageTemplate.Remove('hello', {}, meta))
      .rejected('errors.message_template.not_found'));
});
