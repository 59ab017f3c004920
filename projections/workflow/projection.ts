import type { Position } from '../../src/kernel/event.js';
import { changes, creates, projection } from '../../src/kernel/projection.js';
import { changedRecord, createdRecord, type ResourceEvent, type ResourceRecord } from '../../src/kernel/resource.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import { type Workflow, workflow } from '../../src/modules/automation/workflow/domain/workflow.resource.js';

/** A deleted workflow stays, marked: its settings apply to events before the deletion, and the log still has it. */
export interface WorkflowRecord extends ResourceRecord<Workflow> {
  /** The position of its creation: workflows fire in this order. */
  readonly created: Position;
  /** The position since which it is as it is: it counts for events behind this. */
  readonly since: Position;
  readonly gone?: true;
}

/** The workflows of a tenant, by id. */
export const workflows = projection<WorkflowRecord, ResourceEvent<'Workflow', Workflow>>({
  name: 'workflow',
  version: 2,
  erasedWith: 'never',
  streams: { [workflow.category]: (id) => id },
  fields: {
    live: ({ gone }) => (gone ? undefined : true),
    enabled: ({ gone, value }) => (gone || !value.enabled ? undefined : true),
    created: ({ created }) => created,
    id: ({ id }) => id,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
    conversationTypeId: ({ value }) => value.conversationTypeId,
  },
  indexes: [
    ['live', 'createdAt'],
    ['live', 'updatedAt'],
    ['live', 'id'],
    ['live', 'conversationTypeId', 'createdAt'],
    ['enabled', 'created'],
  ],
  counters: [['live'], ['enabled'], ['live', 'conversationTypeId']],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    WorkflowCreated: creates((event) => {
      const { position } = event.meta;
      return { ...createdRecord(event), created: position, since: position };
    }),
    WorkflowChanged: changes((before, event) => ({ ...changedRecord(before, event), since: event.meta.position })),
    WorkflowDeleted: changes((before, { meta }) => ({ ...before, since: meta.position, gone: true })),
  },
});
