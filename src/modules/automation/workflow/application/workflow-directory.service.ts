import { Inject, Injectable } from '@nestjs/common';
import type { WorkflowRecord } from '../../../../../projections/workflow/projection.js';
import { enabledWorkflows, workflowsOf } from '../../../../../projections/workflow/reads.js';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { mayMatch } from '../domain/workflow.match.js';

const READ_MODEL_WAIT_MS = 10_000;

/** The enabled workflows of each tenant, cached until one of the tenant's workflows changes. */
@Injectable()
export class WorkflowDirectory {
  private readonly known = lruCache<string, readonly WorkflowRecord[]>({ bytes: cacheBudgets.workflows });
  private generation = 0;

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /** Call for every change of a workflow, before asking about later events. */
  changed(tenantId: string): void {
    this.known.delete(tenantId);
  }

  /** Call before asking about events earlier than the last ones. */
  forget(): void {
    this.generation++;
    this.known.clear();
  }

  /** True when the cache says that the tenant has no enabled workflows. */
  hasNone(tenantId: string): boolean {
    return this.known.get(tenantId)?.length === 0;
  }

  /** In order of creation, as the read model has them once it reached `position`. @throws Error when it stays behind */
  async enabled(tenantId: string, position: Position): Promise<readonly WorkflowRecord[]> {
    const known = this.known.get(tenantId);
    if (known) return known;
    const { generation } = this;
    if (!(await this.caughtUp.reached(position, READ_MODEL_WAIT_MS)))
      throw new Error('The read models did not reach the page of events in time.');
    const found = await enabledWorkflows(workflowsOf(this.documents, tenantId), limits.workflowsEnabled);
    if (generation === this.generation) this.known.set(tenantId, found);
    return found;
  }

  /**
   * A workflow that was changed after the event does not fire: the run reads it again before it acts, and finds another
   * version.
   */
  mayFire(enabled: readonly WorkflowRecord[], event: Recorded): readonly WorkflowRecord[] {
    return enabled.filter(({ since, value }) => since < event.meta.position && mayMatch(value, event));
  }
}
