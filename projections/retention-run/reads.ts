import type { DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { type RetentionRun, retentionRuns } from './projection.js';

export const retentionRunsOf = (documents: DocumentStore, tenantId: string): Reader<RetentionRun> =>
  documents.reader(retentionRuns, tenantId);

/** The question of a type's runs, newest first. */
export const runsOfType = (conversationTypeId: string): Pick<Query, 'where' | 'order'> => ({
  where: [{ field: 'conversationTypeId', is: '=', value: conversationTypeId }],
  order: { field: 'startedAt', descending: true },
});
