import type { Condition, DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type WorkflowRecord, workflows } from './projection.js';

const PAGE = 500;

export const workflowsOf = (documents: DocumentStore, tenantId: string): Reader<WorkflowRecord> =>
  documents.reader(workflows, tenantId);

export async function oneWorkflow(reader: Reader<WorkflowRecord>, id: string): Promise<WorkflowRecord | undefined> {
  const record = await reader.get(id);
  return record?.gone ? undefined : record;
}

export const LIVE: Condition = { field: 'live', is: '=', value: true };

const ENABLED: Condition = { field: 'enabled', is: '=', value: true };

async function all(reader: Reader<WorkflowRecord>, where: readonly Condition[]): Promise<readonly WorkflowRecord[]> {
  const found: WorkflowRecord[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { docs, hasMore } = await reader.find({ where, offset, limit: PAGE });
    found.push(...docs);
    if (!hasMore) return found;
  }
}

/** The first of the enabled ones, in order of creation. */
export async function enabledWorkflows(
  reader: Reader<WorkflowRecord>,
  limit: number,
): Promise<readonly WorkflowRecord[]> {
  const order = { field: 'created', descending: false };
  return (await reader.find({ where: [ENABLED], order, limit })).docs;
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
