import { Rejection } from '../../kernel/rejection.js';
import type { Logger } from '../../ports/process/logger.js';
import { StartRefused } from '../../ports/process/start-refused.js';
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../../ports/stores/event-store.js';
import { TreeMoved } from '../evidence/tree-store.js';
import type { KeyEndings } from '../log/sealing/key-endings.js';
import type { ModelReaders } from '../read-models/building/model-readers.js';
import type { CheckpointPoller } from '../read-models/checkpoint-poller.js';
import type { Lease, Worker } from './lease.js';

/** Roles of a process (contract 9, `ROLES`): answers calls and sockets, folds read models, or runs effects. */
export const processRoles = ['api', 'projector', 'effects'] as const;

export type ProcessRole = (typeof processRoles)[number];

/** Roles that one process of the deployment has at a time. */
type LeasedRole = Exclude<ProcessRole, 'api'>;

const PAUSE_MS = 500;
const RESTORE = 'Restore the store from a backup; read models can be removed instead, and are rebuilt.';

export interface WorkerHostParts {
  /** Resolves when the stores respond and have the declared tables. */
  readonly reachable: () => Promise<void>;
  /** Started before the stores are reachable, closed at the end. */
  readonly endings?: Pick<KeyEndings, 'close'>;
  readonly projector: Worker;
  readonly effects: Worker;
  /** Left out where no other process can write: then this one does everything, without leases. */
  readonly shared?: {
    readonly follower: CheckpointPoller;
    /** Started before the process is ready, closed with it. */
    readonly readers: Pick<ModelReaders, 'close'>;
    readonly leases: Readonly<Record<LeasedRole, Lease>>;
  };
}

const SAID_AGAIN_MS = 30_000;

type Say = (error: StoreUnavailable) => void;

/** One line in half a minute of an outage, even when much work fails in it. */
function saidSometimes(say: Say): Say {
  let isSaid = false;
  return (error) => {
    if (isSaid) return;
    isSaid = true;
    setTimeout(() => {
      isSaid = false;
    }, SAID_AGAIN_MS).unref();
    say(error);
  };
}

/** One line for all failures of which each comes within half a minute of the one before. */
function saidOnce(say: Say): Say {
  let quiet: NodeJS.Timeout | undefined;
  return (error) => {
    if (quiet) return void quiet.refresh();
    quiet = setTimeout(() => {
      quiet = undefined;
    }, SAID_AGAIN_MS).unref();
    say(error);
  };
}

function sayingFailures(logger: Logger): Say {
  const outage = saidSometimes(({ message: reason }) =>
    logger.error({ reason }, 'A store is unavailable; the work that needs it is retried until it answers'),
  );
  const refusal = saidOnce(({ message: reason }) =>
    logger.error({ reason }, 'A store refuses the credentials of the service; correct its URL and start again'),
  );
  return (error) => (error instanceof StoreRefused ? refusal : outage)(error);
}

/** A retry that is expected: another writer was first, or a read model is still behind. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof TreeMoved || (error instanceof Rejection && error.code === 'errors.position.not_reached');

/** All subscribers of a process say one thing once. */
const saying = new WeakMap<Logger, Say>();

/** The parts that move by themselves. Start-up is recovery: what a crash left undone is done before `ready`. */
export class WorkerHost {
  private started = false;

  constructor(
    private readonly parts: WorkerHostParts,
    private readonly roles: ReadonlySet<ProcessRole>,
    private readonly logger: Logger,
  ) {}

  /**
   * Alone: the read models have applied all that was in the log at the start. With others: a projector, of this process
   * or of another, is at work.
   */
  get ready(): boolean {
    return this.started && (this.parts.shared?.leases.projector.isWorking ?? true);
  }

  /** It is about to leave: still at work, but not to be sent anything new. */
  retire(): void {
    this.started = false;
  }

  /**
   * Waits for stores that are away. Leases are watched from now on, so that the rest of the start does not delay them.
   */
  reachable(): Promise<void> {
    for (const [role, lease] of this.leases()) lease.watch(this.roles.has(role));
    return this.onceAvailable(this.parts.reachable);
  }

  async start(): Promise<void> {
    const { projector, effects, shared } = this.parts;
    if (shared) {
      shared.follower.start();
      const workers = { projector, effects };
      for (const [role, lease] of this.leases()) if (this.roles.has(role)) lease.hold(workers[role]);
    } else {
      await projector.start();
      await effects.start();
    }
    this.started = true;
  }

  async close(): Promise<void> {
    this.started = false;
    const { projector, effects, shared } = this.parts;
    shared?.follower.close();
    await shared?.readers.close();
    await Promise.all(this.leases().map(([, lease]) => lease.close()));
    effects.close();
    projector.close();
    this.parts.endings?.close();
  }

  private leases(): readonly (readonly [LeasedRole, Lease])[] {
    return Object.entries(this.parts.shared?.leases ?? {}) as [LeasedRole, Lease][];
  }

  private async onceAvailable(work: () => Promise<void> | void): Promise<void> {
    const outage = saidSometimes((error) =>
      this.logger.error({ reason: error.message }, 'A store is unavailable; the start is retried until it answers'),
    );
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof StoreDamaged) throw new StartRefused(`${error.message}. ${RESTORE}`);
        if (!(error instanceof StoreUnavailable) || error instanceof StoreRefused) throw error;
        outage(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  /** Subscribers call it when they fail and retry. */
  static failed(logger: Logger): (name: string, error: unknown) => void {
    const unavailable = saying.get(logger) ?? sayingFailures(logger);
    saying.set(logger, unavailable);
    return (name, error) => {
      if (error instanceof StoreUnavailable) unavailable(error);
      else if (isOvertaken(error))
        logger.debug(
          { subscriber: name, reason: (error as Error).message },
          'The subscriber was overtaken; it reads again',
        );
      else logger.error({ subscriber: name, err: error }, 'The subscriber failed; it is retried');
    };
  }
}
