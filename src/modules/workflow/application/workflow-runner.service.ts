import { Inject, Injectable } from '@nestjs/common';
import { type RejectionCode, rejections } from '../../../catalogue/errors/rejections.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../engine/commands/command-gateway.js';
import type { Worker } from '../../../engine/effects/lease.js';
import { WorkerHost } from '../../../engine/effects/worker-host.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { type Subscription, subscribe } from '../../../engine/log/subscription.js';
import { SubscriptionCheckpoint } from '../../../engine/log/subscription-checkpoint.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { Rejection } from '../../../kernel/rejection.js';
import { innerId, parseStreamName, streamName } from '../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../ports/clock.js';
import { StoreUnavailable } from '../../../ports/event-store.js';
import { LOGGER, type Logger } from '../../../ports/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../ports/operational-store.js';
import type { WorkflowRan } from '../domain/workflow.events.js';
import { type Match, match, type Triggering, triggerOf } from '../domain/workflow.match.js';
import { workflow } from '../domain/workflow.resource.js';
import { newRun, type Run } from '../domain/workflow.run.js';
import { RecordWorkflowRun } from '../domain/workflow-run.commands.js';
import { TriggerContexts } from './trigger-context.service.js';
import { WorkflowActions } from './workflow-actions.service.js';
import { type EnabledWorkflow, type Span, WorkflowDirectory } from './workflow-directory.service.js';

const NAME = 'workflows';
/** So many events that set nothing off are read again after a start, rather than noted one by one. */
const PASSED_UNNOTED = 1_000;
const AT_ONCE = 8;
/** So often something unforeseen is tried again before the run is given up, that one workflow cannot stop all others. */
const ATTEMPTS = 5;

/** Lets workflows act on what happens: each once for each event, whatever breaks off in between. */
@Injectable()
export class WorkflowRunner implements Worker {
  private readonly place: SubscriptionCheckpoint;
  private readonly failed: (name: string, error: unknown) => void;
  private readonly attempts = new Map<string, number>();
  private subscription: Subscription | undefined;
  /** What stood in the log when it began to read: up to there things may have been begun before. */
  private old: Position = 0;
  private unnoted = 0;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(LOGGER) logger: Logger,
    @Inject(WorkflowDirectory) private readonly directory: WorkflowDirectory,
    @Inject(TriggerContexts) private readonly contexts: TriggerContexts,
    @Inject(WorkflowActions) private readonly actions: WorkflowActions,
  ) {
    this.place = new SubscriptionCheckpoint(log, operations, NAME);
    this.failed = WorkerHost.failed(logger);
  }

  start(): void {
    const from = () => this.begin();
    const handle = (events: readonly Recorded[]) => this.handle(events);
    this.subscription = subscribe(this.log, { name: NAME, from, handle }, this.failed);
  }

  close(): void {
    this.subscription?.close();
  }

  private async begin(): Promise<Position> {
    this.directory.forget();
    this.old = await this.log.head();
    return this.place.position();
  }

  /** Conversations beside each other, the events of one in their order. */
  private async handle(events: readonly Recorded[]): Promise<void> {
    const lanes = new Map<string, Recorded<Triggering>[]>();
    for (const event of events) {
      if (event.type in workflow.eventTypes) this.directory.changed(event.meta.tenantId);
      if (triggerOf(event) === undefined || this.directory.hasNone(event.meta.tenantId)) continue;
      const { tenantId, id } = parseStreamName(event.meta.stream);
      const lane = lanes.get(innerId(tenantId, id)) ?? [];
      lanes.set(innerId(tenantId, id), lane);
      lane.push(event as Recorded<Triggering>);
    }
    const [first, last] = [events.at(0), events.at(-1)];
    if (!first || !last) return;
    const ran = await this.drain([...lanes.values()], { first: first.meta.position, last: last.meta.position });
    this.unnoted = ran ? PASSED_UNNOTED : this.unnoted + events.length;
    if (this.unnoted < PASSED_UNNOTED) return;
    await this.place.reached(last);
    this.unnoted = 0;
  }

  /** What fails in one lane lets the others end first. Answers whether any workflow ran. */
  private async drain(lanes: Recorded<Triggering>[][], span: Span): Promise<boolean> {
    let ran = false;
    const failures: unknown[] = [];
    const work = async () => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        try {
          for (const event of lane) ran = (await this.take(event, span)) || ran;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, lanes.length) }, work));
    if (failures.length > 0) throw failures[0];
    return ran;
  }

  private async take(event: Recorded<Triggering>, span: Span): Promise<boolean> {
    const enabledFor = await this.directory.enabledFor(event, span);
    for (const each of enabledFor) await this.runOnce(each, event);
    return enabledFor.length > 0;
  }

  private async runOnce({ id, value }: EnabledWorkflow, event: Recorded<Triggering>): Promise<void> {
    const { tenantId, id: eventId, at, position } = event.meta;
    const runId = this.ids.derived(at, 'workflow', tenantId, id, eventId);
    const stream = streamName('workflowRun', tenantId, innerId(id, eventId));
    const again = position <= this.old || this.attempts.has(runId);
    if (again && (await this.log.read(stream, { limit: 1 })).length > 0) return;
    let fired: Match | undefined;
    try {
      fired = match(value, await this.contexts.contextOf(event));
      if (!fired) return;
      const run = newRun(runId, id, event, fired, again);
      const effectId = await this.actions.done(run);
      await this.record(id, run, { status: 'DONE', ...(effectId === undefined ? {} : { effectId }) });
    } catch (error) {
      const code = this.givenUp(runId, error);
      const { trigger } = value;
      const action = trigger.action ?? ('branches' in trigger ? trigger.branches?.[0]?.action : undefined);
      if (!fired && action) fired = { action };
      if (fired) await this.record(id, newRun(runId, id, event, fired, again), { status: 'FAILED', error: code });
    }
    this.attempts.delete(runId);
  }

  /** Why a run has failed for good. @throws what may pass when it is tried again */
  private givenUp(runId: string, error: unknown): RejectionCode {
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof Rejection) {
      if (rejections[error.code].kind !== 'unavailable') return error.code;
      throw error;
    }
    const attempt = (this.attempts.get(runId) ?? 0) + 1;
    this.attempts.set(runId, attempt);
    if (attempt < ATTEMPTS) throw error;
    this.failed(`workflow run ${runId}, given up`, error);
    return 'errors.internal';
  }

  /** The decider keeps the first record, so that two processes record one run. */
  private async record(
    workflowId: string,
    { runId, event, conversationId, match, tenantId }: Run,
    end: Pick<WorkflowRan['data'], 'status' | 'effectId' | 'error'>,
  ): Promise<void> {
    const { id: eventId, position: eventPosition, correlationId, depth = 0 } = event.meta;
    const data: WorkflowRan['data'] = { runId, conversationId, eventId, eventPosition, ...match, ...end };
    const ids = { tenantId, commandId: runId, correlationId, causationId: eventId, depth: depth + 1 };
    const meta = { ...ids, at: this.clock.now(), actor: 'system' };
    await this.commands.send(new RecordWorkflowRun(innerId(workflowId, eventId), data, meta));
  }
}
