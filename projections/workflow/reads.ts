import type { Position } from '../../src/kernel/event.js';
import type { Condition, DocumentStore, Reader } from '../../src/ports/document-store.js';
import { type WorkflowRecord, workflows } from './projection.js';

const PAGE = 500;

export const workflowsOf = (documents: DocumentStore, tenantId: string): Reader<WorkflowRecord> =>
  documents.reader(workflows, tenantId);

export async function oneWorkflow(reader: Reader<WorkflowRecord>, id: string): Promise<WorkflowRecord | undefined> {
  const record = await reader.get(id);
  return record?.gone ? undefined : record;
}

export const LIVE: Condition = { field: 'live', is: '=', value: true };

/** How many of a tenant's workflows are enabled. */
export const enabledWorkflows = (reader: Reader<WorkflowRecord>): Promise<number> =>
  reader.count({ where: [{ field: 'enabled', is: '=', value: true }] });

async function all(reader: Reader<WorkflowRecord>, where: readonly Condition[]): Promise<readonly WorkflowRecord[]> {
  const found: WorkflowRecord[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { docs, hasMore } = await reader.find({ where, offset, limit: PAGE });
    found.push(...docs);
    if (!hasMore) return found;
  }
}

/** Those there are, and those that changed at `position` or later: all that can have counted for an event from there on. */
export async function countingSince(
  reader: Reader<WorkflowRecord>,
  position: Position,
): Promise<readonly WorkflowRecord[]> {
  const there = await all(reader, [LIVE]);
  const changed = await all(reader, [{ field: 'since', is: '>=', value: position }]);
  const byId = new Map([...there, ...changed].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => a.created - b.created);
}

/** The first of those there are that name a message template. */
export async function workflowsNaming(
  documents: DocumentStore,
  tenantId: string,
  template: string,
  limit: number,
): Promise<readonly string[]> {
  const names = ({ value: { trigger } }: WorkflowRecord) => {
    const branches = 'branches' in trigger ? (trigger.branches ?? []) : [];
    return [trigger, ...branches].some(({ action }) => action?.templateName === template);
  };
  const there = await all(workflowsOf(documents, tenantId), [LIVE]);
  return there
    .filter(names)
    .slice(0, limit)
    .map(({ id }) => id);
}
