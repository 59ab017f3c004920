import type { Position } from '../../src/kernel/event.js';
import type { Projection } from '../../src/kernel/projection.js';
import type { Kept, ResourceEvent } from '../../src/kernel/resource.js';
import { type Workflow, workflow } from '../../src/modules/workflow/domain/workflow.resource.js';

/** A deleted one stays, marked: what it was counts for events from before, and the log still tells it. */
export interface KeptWorkflow extends Kept<Workflow> {
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
    live: ({ gone }: KeptWorkflow) => (gone ? undefined : true),
    since: ({ since }: KeptWorkflow) => since,
    id: ({ id }: KeptWorkflow) => id,
    createdAt: ({ createdAt }: KeptWorkflow) => createdAt,
    updatedAt: ({ updatedAt }: KeptWorkflow) => updatedAt,
    conversationTypeId: ({ value }: KeptWorkflow) => value.conversationTypeId,
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
export const workflows: Projection<KeptWorkflow, E> = {
  ...own,
  events: folded.events,
  key: folded.key,

  evolve(before, event) {
    const { position } = event.meta;
    const known = before?.gone ? undefined : before;
    const next = folded.evolve(known, event) as KeptWorkflow | undefined;
    if (next) return { ...next, created: known?.created ?? position, since: position };
    return known && { ...known, since: position, gone: true };
  },
};
