import { Inject, Injectable } from '@nestjs/common';
import { appendSurely } from '../../../engine/log/idempotent-append.js';
import { Effects } from '../../../engine/effects/effect-workers.js';
import { EventLog } from '../../../engine/log/event-log.js';
import type { Part } from '../../../engine/effects/lease.js';
import { LogPlace } from '../../../engine/log/subscription-checkpoint.js';
import { Machine } from '../../../engine/effects/worker-host.js';
import { type Subscription, subscribe } from '../../../engine/log/subscription.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { Rejection } from '../../../kernel/rejection.js';
import { type RejectionCode, rejections } from '../../../catalogue/errors/rejections.js';
import { innerId, parseStreamName, streamName } from '../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../ports/clock.js';
import { StoreUnavailable, WrongVersion } from '../../../ports/event-store.js';
import { LEDGER, type Ledger } from '../../../ports/operational-store.js';
import { LOGGER, type Logger } from '../../../ports/logger.js';
import type { WorkflowRan } from '../domain/workflow.events.js';
import { type Firing, firing, type Triggering, triggerOf } from '../domain/workflow.match.js';
import { workflow } from '../domain/workflow.resource.js';
import { aRun, type Run } from '../domain/workflow.run.js';
import { WorkflowActions } from './workflow-actions.service.js';
import { type Counting, type Span, WorkflowDirectory } from './workflow-directory.service.js';
import { WorkflowScenes } from './trigger-context.service.js';

const NAME = 'workflows';
/** So many events that set nothing off are read again after a start, rather than noted one by one. */
const PASSED_UNNOTED = 1_000;
const AT_ONCE = 8;
/** So often something unforeseen is tried again before the run is given up, that one workflow cannot stop all others. */
const ATTEMPTS = 5;

/** Lets workflows act on what happens: each once for each event, whatever breaks off in between. */
@Injectable()
export class WorkflowRunner implements Part {
  private readonly place: LogPlace;
  private readonly failed: (name: string, error: unknown) => void;
  private readonly attempts = new Map<string, number>();
  private subscription: Subscription | undefined;
  /** What stood in the log when it began to read: up to there things may have been begun before. */
  private old: Position = 0;
  private unnoted = 0;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(LEDGER) ledger: Ledger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
    @Inject(WorkflowDirectory) private readonly directory: WorkflowDirectory,
    @Inject(WorkflowScenes) private readonly scenes: WorkflowScenes,
    @Inject(WorkflowActions) private readonly actions: WorkflowActions,
    @Inject(Effects) effects: Effects,
  ) {
    this.place = new LogPlace(log, ledger, NAME);
    this.failed = Machine.failed(logger);
    effects.add(this);
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
    const counting = await this.directory.counting(event, span);
    for (const each of counting) await this.runOnce(each, event);
    return counting.length > 0;
  }

  private async runOnce({ id, value }: Counting, event: Recorded<Triggering>): Promise<void> {
    const { tenantId, id: eventId, at, position } = event.meta;
    const runId = this.ids.derived(at, 'workflow', tenantId, id, eventId);
    const stream = streamName('workflowRun', tenantId, innerId(id, eventId));
    const again = position <= this.old || this.attempts.has(runId);
    if (again && (await this.log.read(stream, { limit: 1 })).length > 0) return;
    let fired: Firing | undefined;
    try {
      fired = firing(value, await this.scenes.occasion(event));
      if (!fired) return;
      const run = aRun(runId, id, event, fired, again);
      const effectId = await this.actions.done(run);
      await this.record(stream, run, { status: 'DONE', ...(effectId === undefined ? {} : { effectId }) });
    } catch (error) {
      const code = this.givenUp(runId, error);
      const { trigger } = value;
      const action = trigger.action ?? ('branches' in trigger ? trigger.branches?.[0]?.action : undefined);
      if (!fired && action) fired = { action };
      if (fired) await this.record(stream, aRun(runId, id, event, fired, again), { status: 'FAILED', error: code });
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

  /** Whoever records a run first has run it. */
  private async record(
    stream: string,
    { runId, event, conversationId, firing }: Run,
    end: Pick<WorkflowRan['data'], 'status' | 'effectId' | 'error'>,
  ): Promise<void> {
    const { id: eventId, position: eventPosition, correlationId, depth = 0 } = event.meta;
    const data: WorkflowRan['data'] = { runId, conversationId, eventId, eventPosition, ...firing, ...end };
    const ids = { id: runId, commandId: runId, correlationId, causationId: eventId, depth: depth + 1 };
    const ran = { type: 'WorkflowRan', data, meta: { ...ids, at: this.clock.now(), actor: 'system' } };
    try {
      await appendSurely(this.log, stream, 0, [ran]);
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error;
    }
  }
}
