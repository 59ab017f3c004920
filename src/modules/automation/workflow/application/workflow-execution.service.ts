import { Inject, Injectable } from '@nestjs/common';
import { oneWorkflow, workflowsOf } from '../../../../../projections/workflow/reads.js';
import { type RejectionCode, rejections } from '../../../../catalogue/errors/rejections.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { stateAsOf } from '../../../../engine/log/as-of.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { inOwnTrace } from '../../../../engine/spans/own-trace.js';
import { workflowActor } from '../../../../kernel/caller.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { innerId, streamName } from '../../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { TELEMETRY, type Tracing } from '../../../../ports/process/tracing.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { ConversationReader } from '../../../conversations/conversation/application/conversation.reader.js';
import type { PlannedEvent, PlannedWorkflow } from '../domain/planned-runs.js';
import { type Match, match, type Triggering } from '../domain/workflow.match.js';
import { type Workflow, workflow } from '../domain/workflow.resource.js';
import { newRun, type Performed, type Run } from '../domain/workflow.run.js';
import { RecordWorkflowRun } from '../domain/workflow-run.commands.js';
import { FailureMails } from './failure-mails.service.js';
import { TriggerContexts } from './trigger-context.service.js';
import { WorkflowActions } from './workflow-actions.service.js';

/** Attempts after unexpected errors before a run counts as failed, so that one workflow cannot stop all others. */
const MAX_ATTEMPTS = 5;

/** Runs one workflow on one event: at most once, across failures and restarts. */
@Injectable()
export class WorkflowExecution {
  private readonly failed: (name: string, error: unknown) => void;
  private readonly attempts = new Map<string, number>();
  /** Runs for events up to here may have begun before. */
  mayHaveBegunTo: Position = 0;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(TriggerContexts) private readonly contexts: TriggerContexts,
    @Inject(WorkflowActions) private readonly actions: WorkflowActions,
    @Inject(FailureMails) private readonly mails: FailureMails,
    @Inject(TELEMETRY) private readonly tracing: Tracing,
  ) {
    this.failed = WorkerHost.failed(logger);
  }

  /** @throws Error when another attempt may succeed */
  async runOnce(tenantId: string, planned: PlannedEvent, { id, revision }: PlannedWorkflow, repeated: boolean) {
    const [event] = await this.log.read(planned.stream, { from: planned.version, limit: 1 });
    if (!event) return;
    const { id: eventId, at, position } = event.meta;
    const runId = this.ids.derived(at, 'workflow', tenantId, id, eventId);
    const again = repeated || position <= this.mayHaveBegunTo || this.attempts.has(runId);
    const stream = streamName('workflowRun', tenantId, innerId(id, eventId));
    if (again && (await this.log.read(stream, { limit: 1 })).length > 0) return;
    const value = await this.workflowAt(tenantId, id, revision, again);
    if (value) await this.run(value, event as Recorded<Triggering>, { runId, workflowId: id, revision, again });
    this.attempts.delete(runId);
  }

  private async run(value: Workflow, event: Recorded<Triggering>, known: Parameters<typeof newRun>[0]): Promise<void> {
    let matched: Match | undefined;
    try {
      matched = match(value, await this.contexts.contextOf(event, value));
      if (!matched) return;
      await this.act(newRun(known, event, matched));
    } catch (error) {
      const code = this.finalError(known.runId, error);
      const { trigger } = value;
      const action = trigger.action ?? ('branches' in trigger ? trigger.branches?.[0]?.action : undefined);
      if (!matched && action) matched = { action };
      if (matched) await this.record(newRun(known, event, matched), { error: code });
    }
  }

  private async act(run: Run): Promise<void> {
    const { tenantId, workflowId, runId, event } = run;
    const ids = { 'tidings.tenant_id': tenantId, 'tidings.workflow_id': workflowId, 'tidings.run_id': runId };
    const start = { kind: 'internal', cause: event.meta.trace, attributes: ids } as const;
    await inOwnTrace(this.tracing, 'workflow run', start, async (span) => {
      const own = span ? { ...run, trace: span.context } : run;
      const performed = await this.actions.perform(own);
      if (performed) await this.record(own, performed);
    });
  }

  /** A workflow that changed since no longer acts; only a run that began before needs its earlier value. */
  private async workflowAt(
    tenantId: string,
    id: string,
    revision: number,
    again: boolean,
  ): Promise<Workflow | undefined> {
    const record = await oneWorkflow(workflowsOf(this.documents, tenantId), id);
    if (record?.revision === revision) return record.value;
    if (!again) return undefined;
    const stream = streamName(workflow.category, tenantId, id);
    const { state } = await stateAsOf(this.log, stream, workflow.decider, { version: revision });
    return state.record?.value;
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

  /** Nothing is recorded of a removed conversation. The decider keeps the first record, so that two processes record one run. */
  private async record(run: Run, performed: Performed): Promise<void> {
    const { workflowId, runId, rootId, event, conversationId, match, tenantId, trace } = run;
    if (await this.conversations.isRemoved(tenantId, conversationId)) return;
    const { id: eventId, position: eventPosition, correlationId, depth = 0 } = event.meta;
    const status = performed.error === undefined ? 'DONE' : 'FAILED';
    if (performed.error !== undefined) await this.mails.plan(run, performed.error);
    const data = { runId, conversationId, eventId, eventPosition, ...match, status, ...performed } as const;
    const ids = { tenantId, commandId: runId, correlationId, causationId: eventId, depth: depth + 1, rootId };
    const meta = { ...ids, ...(trace && { trace }), at: this.clock.now(), actor: workflowActor(workflowId) };
    await this.commands.execute(new RecordWorkflowRun(innerId(workflowId, eventId), data, meta));
  }
}
