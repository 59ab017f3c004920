import { Inject, Injectable } from '@nestjs/common';
import { runsOfEvent, workflowRunsOf } from '../../../../../projections/workflow-run/reads.js';
import type { Traced, TraceSource } from '../../../../engine/log/tracing/trace-source.js';
import type { Recorded } from '../../../../kernel/event.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { triggerOf } from '../domain/workflow.match.js';

/** Runs that an event triggered. The id of a run is that of its own event, `WorkflowRan`. */
@Injectable()
export class WorkflowRunTraces implements TraceSource {
  constructor(@Inject(DOCUMENT_STORE) private readonly documents: DocumentStore) {}

  async of(event: Recorded): Promise<Traced> {
    if (triggerOf(event) === undefined) return {};
    const runs = await runsOfEvent(workflowRunsOf(this.documents, event.meta.tenantId), event.meta.id);
    return runs.length === 0
      ? {}
      : { runs: runs.map(({ runId: id, workflowId, status }) => ({ id, workflowId, status })) };
  }
}
