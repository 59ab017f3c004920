import { Inject, Injectable } from '@nestjs/common';
import { QueueLengths } from '../../../../engine/effects/queue-lengths.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { isOutage } from '../../../../engine/log/log-outage.js';
import { FairRunner } from '../../../../fairness/queue/fair-runner.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import type { PlannedEvent, PlannedRuns } from '../domain/planned-runs.js';
import { WorkflowBacklog } from './workflow-backlog.service.js';
import { WorkflowExecution } from './workflow-execution.service.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const BOUNDS = {
  running: { total: 8, perTenant: 6 },
  waiting: { total: 100_000, perTenant: 2_000 },
};

/** Time between a start and its close. */
class Life {
  /** Tenants whose backlog is being worked off, with whether more was planned meanwhile. */
  readonly busy = new Map<string, { more: boolean }>();
  private readonly pauses = new Set<() => void>();
  isOver = false;

  end(): void {
    this.isOver = true;
    for (const wake of this.pauses) wake();
  }

  /** Ends early with the life. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        this.pauses.delete(over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      this.pauses.add(over);
    });
  }
}

/** One way through the backlog of a tenant. */
interface Pass {
  readonly life: Life;
  /** Runs may have begun before. */
  readonly again: boolean;
  /** Conversations with a failure: their later events wait for the earlier ones. */
  readonly held: Set<string>;
}

/** A failure that every other run would have, too. */
const isOfStore = (error: unknown): boolean =>
  isOutage(error) || (error instanceof Rejection && error.code === 'errors.store.unavailable');

/** Works off the planned runs: tenants take turns, the events of one conversation are handled in order. */
@Injectable()
export class WorkflowDispatcher {
  private readonly turns = new FairRunner(BOUNDS);
  private readonly failed: (name: string, error: unknown) => void;
  private life = new Life();

  constructor(
    @Inject(WorkflowBacklog) private readonly backlog: WorkflowBacklog,
    @Inject(WorkflowExecution) private readonly execution: WorkflowExecution,
    @Inject(LOGGER) logger: Logger,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    queues.add('workflow', () => this.turns.waiting);
    this.failed = WorkerHost.failed(logger);
  }

  start(): void {
    this.close();
    this.life = new Life();
  }

  /** Begins no further run; those that run may still end. */
  close(): void {
    this.life.end();
  }

  /** Works off the backlogs that an earlier life left. */
  async resume(): Promise<void> {
    for (const tenantId of await this.backlog.tenants()) this.wake(tenantId);
  }

  /** Call after runs of the tenant were planned. */
  wake(tenantId: string): void {
    const { life } = this;
    const busy = life.busy.get(tenantId);
    if (busy) busy.more = true;
    else void this.workOff(tenantId, life);
  }

  private async workOff(tenantId: string, life: Life): Promise<void> {
    const state = { more: true };
    life.busy.set(tenantId, state);
    for (let pause = 0; state.more && !life.isOver; ) {
      state.more = false;
      try {
        await this.pass(tenantId, life, pause > 0);
        if (life.isOver) return;
        pause = 0;
      } catch (error) {
        if (life.isOver) return;
        this.failed('workflows', error);
        pause = Math.min(Math.max(FIRST_PAUSE_MS, pause * 2), LONGEST_PAUSE_MS);
        state.more = true;
        await life.pause(pause);
      }
    }
    life.busy.delete(tenantId);
  }

  /** Goes once through the backlog. @throws the first failure, after the other conversations are done unless a store is away */
  private async pass(tenantId: string, life: Life, again: boolean): Promise<void> {
    const held = new Set<string>();
    let failed: { readonly error: unknown } | undefined;
    for (let after: string | undefined; ; ) {
      const page = await this.backlog.next(tenantId, after);
      for (const entry of page) {
        if (life.isOver) return;
        for (const error of await this.work(tenantId, entry, { life, again, held })) {
          if (isOfStore(error)) throw error;
          failed ??= { error };
        }
      }
      after = page.at(-1)?.key.id;
      if (after === undefined) break;
    }
    if (failed) throw failed.error;
  }

  /** The failures, after all other conversations of the entry are done. */
  private async work(tenantId: string, entry: Entry<PlannedRuns>, { life, again, held }: Pass): Promise<unknown[]> {
    const { workflows, events } = entry.value;
    const runAll = async (inOrder: readonly PlannedEvent[], goOn: () => Promise<void>) => {
      for (const event of inOrder) {
        for (const index of event.workflows) {
          if (life.isOver) return;
          const workflow = workflows[index];
          if (workflow) await this.execution.runOnce(tenantId, event, workflow, again);
          await goOn();
        }
      }
    };
    const conversations = [...Map.groupBy(events, ({ stream }) => parseStreamName(stream).id)];
    const free = conversations.filter(([id]) => !held.has(id));
    const outcomes = await Promise.allSettled(
      free.map(([, inOrder]) => this.turns.run({ tenantId }, (turn) => runAll(inOrder, () => turn.yield()))),
    );
    for (const [n, { status }] of outcomes.entries()) if (status === 'rejected') held.add(free[n]?.[0] ?? '');
    const isDone = conversations.every(([id]) => !held.has(id));
    if (isDone && !life.isOver) await this.backlog.done(entry);
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  }
}
