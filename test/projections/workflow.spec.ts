import { describe, expect, test } from 'vitest';
import { workflows } from '../../projections/workflow/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import type { Workflow } from '../../src/modules/automation/workflow/domain/workflow.resource.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const given = givenProjection(workflows);
const stream = streamName('workflow', TENANT, 'w');
const value: Workflow = {
  conversationTypeId: 'support',
  enabled: true,
  trigger: { kind: 'CONVERSATION_CREATED', action: { kind: 'SEND_MESSAGE', templateName: 'hello' } },
};
const created = { event: { type: 'WorkflowCreated', data: value }, stream } as const;
const off = { event: { type: 'WorkflowChanged', data: { enabled: false } }, stream } as const;
const deleted = { event: { type: 'WorkflowDeleted', data: {} }, stream } as const;

describe('the workflows of a tenant', () => {
  test('say since which position each is as it is', () => {
    given(created).shows('w', { created: 1, since: 1 });
    given(created, off).shows('w', { created: 1, since: 2, value: { ...value, enabled: false } });
  });
  test('keep a deleted one, marked, so that it is asked for what was before', () => {
    given(created, off, deleted).shows('w', { created: 1, since: 3, gone: true });
    expect(workflows.fields.live!(given(created, deleted).docs.get('w')!)).toBeUndefined();
  });
  test('begin anew where one is created after it was deleted', () => {
    const again = given(created, deleted, created);
    again.shows('w', { created: 3, since: 3, value });
    expect(again.docs.get('w')).not.toHaveProperty('gone');
  });
});
