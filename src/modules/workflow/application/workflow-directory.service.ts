import { Inject, Injectable } from '@nestjs/common';
import type { WorkflowRecord } from '../../../../projections/workflow/projection.js';
import { countingSince, workflowsOf } from '../../../../projections/workflow/reads.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { CaughtUp } from '../../../engine/read-models/caught-up.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { lruCache } from '../../../kernel/lru-cache.js';
import type { ResourceEvent, ResourceState } from '../../../kernel/resource.js';
import { streamName } from '../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { mayMatch } from '../domain/workflow.match.js';
import { type Workflow, workflow } from '../domain/workflow.resource.js';

const TENANTS = 10_000;
const PAGE = 200;
const WAIT_MS = 10_000;

export interface EnabledWorkflow {
  readonly id: string;
  readonly value: Workflow;
}

/** Events that are asked about together, in the order of the log. */
export interface Span {
  readonly first: Position;
  readonly last: Position;
}

/** Which workflows count for an event. Of a tenant's that did not change since, nothing is read. */
@Injectable()
export class WorkflowDirectory {
  private readonly known = lruCache<string, readonly WorkflowRecord[]>(TENANTS);
  private turn = 0;
  private readonly loading = new Map<string, Promise<readonly WorkflowRecord[]>>();

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /** Must be told of every change before an event behind it is asked about. */
  changed(tenantId: string): void {
    this.known.delete(tenantId);
  }

  /** Earlier events than before may be asked about. */
  forget(): void {
    this.turn++;
    this.known.clear();
    this.loading.clear();
  }

  /** Known without a look: most tenants have none. */
  hasNone(tenantId: string): boolean {
    return this.known.get(tenantId)?.length === 0;
  }

  /** Those that may fire: switched on, and as they are since before the event; in the order of their creation. */
  async enabledFor(event: Recorded, span: Span): Promise<readonly EnabledWorkflow[]> {
    const found: EnabledWorkflow[] = [];
    for (const record of await this.of(event.meta.tenantId, span)) {
      const value = await this.valueAt(record, event.meta.position);
      if (value?.enabled && mayMatch(value, event)) found.push({ id: record.id, value });
    }
    return found;
  }

  private async of(tenantId: string, span: Span): Promise<readonly WorkflowRecord[]> {
    const known = this.known.get(tenantId);
    if (known) return known;
    const { turn } = this;
    const loading = this.loading.get(tenantId) ?? this.load(tenantId, span);
    this.loading.set(tenantId, loading);
    try {
      const found = await loading;
      if (turn === this.turn) this.known.set(tenantId, found);
      return found;
    } finally {
      if (turn === this.turn) this.loading.delete(tenantId);
    }
  }

  private async load(tenantId: string, { first, last }: Span): Promise<readonly WorkflowRecord[]> {
    if (!(await this.caughtUp.reached(last, WAIT_MS)))
      throw new Error('The read models did not reach the last change of the workflows in time.');
    return countingSince(workflowsOf(this.documents, tenantId), first);
  }

  /** The read model knows what is; what was is in the log. */
  private async valueAt(record: WorkflowRecord, position: Position): Promise<Workflow | undefined> {
    if (record.since < position) return record.gone ? undefined : record.value;
    const stream = streamName(workflow.category, record.tenantId, record.id);
    let state: ResourceState<Workflow> = workflow.decider.initial;
    for (let from = 1; ; from += PAGE) {
      const page = await this.log.read(stream, { from, limit: PAGE });
      const earlier = page.filter(({ meta }) => meta.position < position);
      for (const event of earlier)
        state = workflow.decider.evolve(state, event as Recorded<ResourceEvent<'Workflow', Workflow>>);
      if (earlier.length < PAGE) return state.record?.value;
    }
  }
}
