import { Inject, Injectable } from '@nestjs/common';
import { type RejectionCode, rejections } from '../../../catalogue/errors/rejections.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../engine/commands/command-gateway.js';
import type { Worker } from '../../../engine/effects/lease.js';
import { WorkerHost } from '../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import type { FairQueueBounds } from '../../../kernel/fair-bounds.js';
import { FairRunner } from '../../../kernel/fair-runner.js';
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
import { type EnabledWorkflow, type PageSpan, WorkflowDirectory } from './workflow-directory.service.js';

const NAME = 'workflows';
/** Conversations of a page. More than a page holds never wait. */
const BOUNDS: FairQueueBounds = {
  running: { total: 8, perTenant: 6 },
  waiting: { total: 100_000, perTenant: 100_000 },
};
/** Attempts after unexpected errors before a run counts as failed, so that one workflow cannot stop all others. */
const MAX_ATTEMPTS = 5;

/** Runs workflows on events: each workflow at most once per event, across failures and restarts. */
@Injectable()
export class WorkflowRunner implements Worker {
  private readonly subscriber: CheckpointedSubscriber;
  private readonly failed: (name: string, error: unknown) => void;
  private readonly turns = new FairRunner(BOUNDS);
  private readonly attempts = new Map<string, number>();
  /** Head of the log when reading began: runs for events up to here may have begun before. */
  private headAtBegin: Position = 0;

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
    this.failed = WorkerHost.failed(logger);
    const begin = () => this.begin();
    const handle = (events: readonly Recorded[]) => this.handle(events);
    this.subscriber = new CheckpointedSubscriber(log, operations, { name: NAME, begin, handle }, this.failed);
  }

  start(): void {
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
  }

  private async begin(): Promise<void> {
    this.directory.forget();
    this.headAtBegin = await this.log.head();
  }

  /** Handles conversations concurrently, in turns of their tenants, and the events of one conversation in order. */
  private async handle(events: readonly Recorded[]): Promise<boolean> {
    const byConversation = new Map<string, Recorded<Triggering>[]>();
    for (const event of events) {
      if (event.type in workflow.eventTypes) this.directory.changed(event.meta.tenantId);
      if (triggerOf(event) === undefined || this.directory.hasNone(event.meta.tenantId)) continue;
      const { tenantId, id } = parseStreamName(event.meta.stream);
      const queue = byConversation.get(innerId(tenantId, id)) ?? [];
      byConversation.set(innerId(tenantId, id), queue);
      queue.push(event as Recorded<Triggering>);
    }
    const [first, last] = [events.at(0), events.at(-1)];
    if (!first || !last) return false;
    const span = { first: first.meta.position, last: last.meta.position };
    return this.drain([...byConversation.values()], span);
  }

  /** A failure is thrown after the other conversations are done. @returns whether any workflow was enabled for an event */
  private async drain(queues: readonly Recorded<Triggering>[][], span: PageSpan): Promise<boolean> {
    let hadEffect = false;
    const runAll = async (queue: readonly Recorded<Triggering>[]) => {
      const [first] = queue;
      if (!first) return;
      await this.turns.run({ tenantId: first.meta.tenantId }, async (turn) => {
        for (const event of queue) {
          hadEffect = (await this.runEnabled(event, span)) || hadEffect;
          await turn.yield();
        }
      });
    };
    const outcomes = await Promise.allSettled(queues.map(runAll));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return hadEffect;
  }

  private async runEnabled(event: Recorded<Triggering>, span: PageSpan): Promise<boolean> {
    const enabled = await this.directory.enabledFor(event, span);
    for (const each of enabled) await this.runOnce(each, event);
    return enabled.length > 0;
  }

  private async runOnce({ id, value, revision }: EnabledWorkflow, event: Recorded<Triggering>): Promise<void> {
    const { tenantId, id: eventId, at, position } = event.meta;
    const runId = this.ids.derived(at, 'workflow', tenantId, id, eventId);
    const stream = streamName('workflowRun', tenantId, innerId(id, eventId));
    const again = position <= this.headAtBegin || this.attempts.has(runId);
    if (again && (await this.log.read(stream, { limit: 1 })).length > 0) return;
    const known = { runId, workflowId: id, revision, again };
    let matched: Match | undefined;
    try {
      matched = match(value, await this.contexts.contextOf(event));
      if (!matched) return;
      const run = newRun(known, event, matched);
      const performed = await this.actions.perform(run);
      if (performed) await this.record(run, { status: performed.error ? 'FAILED' : 'DONE', ...performed });
    } catch (error) {
      const code = this.finalError(runId, error);
      const { trigger } = value;
      const action = trigger.action ?? ('branches' in trigger ? trigger.branches?.[0]?.action : undefined);
      if (!matched && action) matched = { action };
      if (matched) await this.record(newRun(known, event, matched), { status: 'FAILED', error: code });
    }
    this.attempts.delete(runId);
  }

  /** The error with which a run has finally failed. @throws `error` when another attempt may succeed */
  private finalError(runId: string, error: unknown): RejectionCode {
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof Rejection) {
      if (rejections[error.code].kind !== 'unavailable') return error.code;
      throw error;
    }
    const attempt = (this.attempts.get(runId) ?? 0) + 1;
    this.attempts.set(runId, attempt);
    if (attempt < MAX_ATTEMPTS) throw error;
    this.failed(`workflow run ${runId} failed after ${MAX_ATTEMPTS} attempts`, error);
    return 'errors.internal';
  }

  /** The decider keeps the first record, so that two processes record one run. */
  private async record(
    { workflowId, runId, rootId, event, conversationId, match, tenantId }: Run,
    end: Pick<WorkflowRan['data'], 'status' | 'effectId' | 'error' | 'missing'>,
  ): Promise<void> {
    const { id: eventId, position: eventPosition, correlationId, depth = 0 } = event.meta;
    const data: WorkflowRan['data'] = { runId, conversationId, eventId, eventPosition, ...match, ...end };
    const ids = { tenantId, commandId: runId, correlationId, causationId: eventId, depth: depth + 1, rootId };
    const meta = { ...ids, at: this.clock.now(), actor: 'system' };
    await this.commands.send(new RecordWorkflowRun(innerId(workflowId, eventId), data, meta));
  }
}
