import { describe, expect, test } from 'vitest';
import { type Workflow, workflow } from '../../../../src/modules/automation/workflow/domain/workflow.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const workflows = given(workflow.decider);
const meta = commandMeta();
const action = { kind: 'SEND_MESSAGE', templateName: 'hello' } as const;
const value: Workflow = {
  conversationTypeId: 'support',
  enabled: true,
  trigger: { kind: 'CONVERSATION_CREATED', action },
};
const created = { type: 'WorkflowCreated', data: value } as const;

describe('a workflow', () => {
  test('is stored under these names', () => {
    expect(workflow.category).toBe('workflow');
    expect(Object.keys(workflow.eventTypes)).toEqual(['WorkflowCreated', 'WorkflowChanged', 'WorkflowDeleted']);
  });
  test('that exists is not created again', () =>
    workflows(created)
      .when(new workflow.Create('w', { value }, meta))
      .rejected('errors.workflow.exists'));
  test('that does not exist is not changed', () =>
    workflows()
      .when(new workflow.Change('w', { patch: { enabled: false } }, meta))
      .rejected('errors.workflow.not_found'));
  test('a trigger written in another order is the same trigger', () =>
    workflows(created)
      .when(new workflow.Replace('w', { value: { ...value, trigger: { action, kind: 'CONVERSATION_CREATED' } } }, meta))
      .nothing());
});
