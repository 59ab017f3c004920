import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { type Workflow, workflow } from '../../../src/modules/workflow/domain/workflow.resource.js';
import { given, TENANT } from '../../support/given.js';

const workflows = given(workflow.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const value: Workflow = {
  conversationTypeId: 'support',
  enabled: true,
  trigger: { kind: 'CONVERSATION_CREATED', action: { kind: 'SEND_MESSAGE', templateName: 'hello' } },
};
const created = { type: 'WorkflowCreated', data: value } as const;

describe('a workflow', () => {
  test('is there once', () => {
    workflows()
      .when(new workflow.Create('w', { value }, meta))
      .gives(created);
    workflows(created)
      .when(new workflow.Create('w', { value }, meta))
      .rejected('errors.workflow.exists');
  });
  test('is switched off, and only once', () => {
    const off = { type: 'WorkflowChanged', data: { enabled: false } } as const;
    workflows(created)
      .when(new workflow.Change('w', { patch: { enabled: false } }, meta))
      .gives(off);
    workflows(created, off)
      .when(new workflow.Change('w', { patch: { enabled: false } }, meta))
      .nothing();
  });
  test('replaced by itself has not changed, whatever the order of what it says', () => {
    const { kind, action } = value.trigger as Extract<Workflow['trigger'], { kind: 'CONVERSATION_CREATED' }>;
    workflows(created)
      .when(new workflow.Replace('w', { value: { ...value, trigger: { action, kind } } }, meta))
      .nothing();
  });
});
