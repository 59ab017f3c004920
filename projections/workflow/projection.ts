import type { Position } from '../../src/kernel/event.js';
import type { Projection } from '../../src/kernel/projection.js';
import type { ResourceEvent, ResourceRecord } from '../../src/kernel/resource.js';
import { type Workflow, workflow } from '../../src/modules/workflow/domain/workflow.resource.js';

/** A deleted one stays, marked: what it was counts for events from before, and the log still tells it. */
export interface WorkflowRecord extends ResourceRecord<Workflow> {
  /** The position of its creation: workflows fire in this order. */
  readonly created: Position;
  /** The position since which it is as it is: it counts for events behind this. */
  readonly since: Position;
  readonly gone?: true;
}

type E = ResourceEvent<'Workflow', Workflow>;

const own = {
  name: 'workflow',
  version: 1,
  fields: {
    live: ({ gone }: WorkflowRecord) => (gone ? undefined : true),
    since: ({ since }: WorkflowRecord) => since,
    id: ({ id }: WorkflowRecord) => id,
    createdAt: ({ createdAt }: WorkflowRecord) => createdAt,
    updatedAt: ({ updatedAt }: WorkflowRecord) => updatedAt,
    conversationTypeId: ({ value }: WorkflowRecord) => value.conversationTypeId,
  },
  indexes: [
    ['since'],
    ['live', 'createdAt'],
    ['live', 'updatedAt'],
    ['live', 'id'],
    ['live', 'conversationTypeId', 'createdAt'],
  ],
  counters: [['live'], ['live', 'conversationTypeId']],
};

const folded = workflow.projection({ ...own, fields: {} });

/** The workflows of a tenant, by id. */
export const workflows: Projection<WorkflowRecord, E> = {
  ...own,
  events: folded.events,
  key: folded.key,

  evolve(before, event) {
    const { position } = event.meta;
    const known = before?.gone ? undefined : before;
    const next = folded.evolve(known, event) as WorkflowRecord | undefined;
    if (next) return { ...next, created: known?.created ?? position, since: position };
    return known && { ...known, since: position, gone: true };
  },
};
