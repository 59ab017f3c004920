import type { DocumentStore, Query, Reader } from '../../src/ports/document-store.js';
import { type WorkflowRun, workflowRuns } from './projection.js';

export const workflowRunsOf = (documents: DocumentStore, tenantId: string): Reader<WorkflowRun> =>
  documents.reader(workflowRuns, tenantId);

/** The question of a workflow's runs, newest first. */
export const runsQuery = (workflowId: string): Pick<Query, 'where' | 'order'> => ({
  where: [{ field: 'workflowId', is: '=', value: workflowId }],
  order: { field: 'position', descending: true },
});
