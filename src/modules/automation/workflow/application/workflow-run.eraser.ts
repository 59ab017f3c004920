import { Inject, Injectable } from '@nestjs/common';
import { runKeysOf, workflowRunsOf } from '../../../../../projections/workflow-run/reads.js';
import type { ErasedConversation, ErasedEvents, Eraser } from '../../../../engine/erasure/eraser.js';
import { streamName } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { workflowRunDecider } from '../domain/workflow-run.decider.js';

/** Names the streams of the runs that the events of a conversation triggered. */
@Injectable()
export class WorkflowRunEraser implements Eraser {
  constructor(@Inject(DOCUMENT_STORE) private readonly documents: DocumentStore) {}

  async streamsOf({ tenantId }: ErasedConversation, events: ErasedEvents): Promise<readonly string[]> {
    const ids = events.map(({ meta }) => meta.id);
    const keys = await runKeysOf(workflowRunsOf(this.documents, tenantId), ids);
    return keys.map((key) => streamName(workflowRunDecider.category, tenantId, key));
  }
}
