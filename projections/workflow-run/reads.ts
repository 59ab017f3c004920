import type { DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { type WorkflowRun, workflowRuns } from './projection.js';

export const workflowRunsOf = (documents: DocumentStore, tenantId: string): Reader<WorkflowRun> =>
  documents.reader(workflowRuns, tenantId);

/** The question of a workflow's runs, newest first. */
export const runsQuery = (workflowId: string): Pick<Query, 'where' | 'order'> => ({
  where: [{ field: 'workflowId', is: '=', value: workflowId }],
  order: { field: 'position', descending: true },
});

/** The runs that an event triggered: one a workflow at most. */
export async function runsOfEvent(runs: Reader<WorkflowRun>, eventId: string): Promise<readonly WorkflowRun[]> {
  const where: Query['where'] = [{ field: 'eventId', is: '=', value: eventId }];
  return (await runs.find({ where, limit: KEYS_AT_ONCE })).docs;
}

const KEYS_AT_ONCE = 1_000;

/** The keys of the runs that these events triggered. */
export async function runKeysOf(runs: Reader<WorkflowRun>, eventIds: readonly string[]): Promise<readonly string[]> {
  const where: Query['where'] = [{ field: 'eventId', is: 'in', values: eventIds }];
  const found: string[] = [];
  for (let after: Query['after']; eventIds.length > 0; ) {
    const { keys, hasMore } = await runs.find({ where, limit: KEYS_AT_ONCE, ...(after ? { after } : {}) });
    for (const key of keys) found.push(key);
    const key = keys.at(-1);
    if (!hasMore || key === undefined) break;
    after = { key };
  }
  return found;
}
