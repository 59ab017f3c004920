import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../../engine/effects/lease.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { plannedRuns } from '../domain/planned-runs.js';
import { triggerOf } from '../domain/workflow.match.js';
import { workflow } from '../domain/workflow.resource.js';
import { WorkflowBacklog } from './workflow-backlog.service.js';
import { WorkflowDirectory } from './workflow-directory.service.js';
import { WorkflowDispatcher } from './workflow-dispatcher.service.js';
import { WorkflowExecution } from './workflow-execution.service.js';

const NAME = 'workflows';

/**
 * Plans the runs of workflows: reads the log in order and notes durably, by tenant, which workflows an event may fire.
 * Reading never waits for a run, so a tenant with many runs delays no other.
 */
@Injectable()
export class WorkflowRunner implements Worker {
  private readonly subscriber: CheckpointedSubscriber;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(WorkflowDirectory) private readonly directory: WorkflowDirectory,
    @Inject(WorkflowBacklog) private readonly backlog: WorkflowBacklog,
    @Inject(WorkflowExecution) private readonly execution: WorkflowExecution,
    @Inject(WorkflowDispatcher) private readonly dispatcher: WorkflowDispatcher,
  ) {
    const begin = () => this.begin();
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, begin, handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, WorkerHost.failed(logger));
  }

  start(): void {
    this.dispatcher.start();
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
    this.dispatcher.close();
  }

  private async begin(): Promise<void> {
    this.directory.forget();
    this.execution.mayHaveBegunTo = await this.log.head();
    await this.dispatcher.resume();
  }

  /** @returns whether any run was planned */
  private async handle(events: readonly Recorded[]): Promise<boolean> {
    const triggering: Recorded[] = [];
    for (const event of events) {
      if (event.type in workflow.eventTypes) this.directory.changed(event.meta.tenantId);
      if (triggerOf(event) !== undefined && !this.directory.hasNone(event.meta.tenantId)) triggering.push(event);
    }
    const last = events.at(-1)?.meta.position ?? 0;
    const byTenant = Map.groupBy(triggering, ({ meta }) => meta.tenantId);
    const planned = await Promise.all([...byTenant].map(([tenantId, own]) => this.plan(tenantId, own, last)));
    return planned.some(Boolean);
  }

  private async plan(tenantId: string, events: readonly Recorded[], readTo: Position): Promise<boolean> {
    const enabled = await this.directory.enabled(tenantId, readTo);
    const runs = plannedRuns(
      events.map((event) => ({ event: placeOf(event), workflows: this.directory.mayFire(enabled, event) })),
    );
    if (!runs) return false;
    await this.backlog.put(tenantId, runs);
    this.dispatcher.wake(tenantId);
    return true;
  }
}

const placeOf = ({ meta: { stream, version, position } }: Recorded) => ({ stream, version, position });
