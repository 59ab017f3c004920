import { Inject, Injectable } from '@nestjs/common';
import type { WorkflowRecord } from '../../../../projections/workflow/projection.js';
import { countingSince, workflowsOf } from '../../../../projections/workflow/reads.js';
import { cacheBudgets } from '../../../catalogue/limits/cache-budgets.js';
import { stateBefore } from '../../../engine/log/as-of.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { CaughtUp } from '../../../engine/read-models/caught-up.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { lruCache } from '../../../kernel/lru-cache.js';
import type { ResourceRecord } from '../../../kernel/resource.js';
import { streamName } from '../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { mayMatch } from '../domain/workflow.match.js';
import { type Workflow, workflow } from '../domain/workflow.resource.js';

const READ_MODEL_WAIT_MS = 10_000;

export interface EnabledWorkflow {
  readonly id: string;
  readonly value: Workflow;
  readonly revision: number;
}

/** Positions of the first and last event of a page. */
export interface PageSpan {
  readonly first: Position;
  readonly last: Position;
}

/** The workflows that apply to an event, cached by tenant until one of the tenant's workflows changes. */
@Injectable()
export class WorkflowDirectory {
  private readonly known = lruCache<string, readonly WorkflowRecord[]>({ bytes: cacheBudgets.workflows });
  private generation = 0;
  private readonly loading = new Map<string, Promise<readonly WorkflowRecord[]>>();

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
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
    this.loading.clear();
  }

  /** True when the cache says that the tenant has no workflows. */
  hasNone(tenantId: string): boolean {
    return this.known.get(tenantId)?.length === 0;
  }

  /** The workflows that may fire, in order of creation: enabled right before the event, with their values of that time. */
  async enabledFor(event: Recorded, span: PageSpan): Promise<readonly EnabledWorkflow[]> {
    const found: EnabledWorkflow[] = [];
    for (const record of await this.of(event.meta.tenantId, span)) {
      const known = await this.recordAt(record, event.meta.position);
      if (!known?.value.enabled || !mayMatch(known.value, event)) continue;
      found.push({ id: record.id, value: known.value, revision: known.revision });
    }
    return found;
  }

  private async of(tenantId: string, span: PageSpan): Promise<readonly WorkflowRecord[]> {
    const known = this.known.get(tenantId);
    if (known) return known;
    const { generation } = this;
    const loading = this.loading.get(tenantId) ?? this.load(tenantId, span);
    this.loading.set(tenantId, loading);
    try {
      const found = await loading;
      if (generation === this.generation) this.known.set(tenantId, found);
      return found;
    } finally {
      if (generation === this.generation) this.loading.delete(tenantId);
    }
  }

  private async load(tenantId: string, { first, last }: PageSpan): Promise<readonly WorkflowRecord[]> {
    if (!(await this.caughtUp.reached(last, READ_MODEL_WAIT_MS)))
      throw new Error('The read models did not reach the page of events in time.');
    return countingSince(workflowsOf(this.documents, tenantId), first);
  }

  /** The read model has the current value; an earlier value comes from the log. */
  private async recordAt(record: WorkflowRecord, position: Position): Promise<ResourceRecord<Workflow> | undefined> {
    if (record.since < position) return record.gone ? undefined : record;
    const stream = streamName(workflow.category, record.tenantId, record.id);
    const { state } = await stateBefore(this.log, stream, workflow.decider, position);
    return state.record;
  }
}
