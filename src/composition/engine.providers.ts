import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { Idempotency } from '../engine/commands/idempotency.js';
import { Reservations } from '../engine/commands/reservations.js';
import { EffectWorkers } from '../engine/effects/effect-workers.js';
import { ExpirySweeper } from '../engine/effects/expiry-sweeper.js';
import { Lease } from '../engine/effects/lease.js';
import { ProcessRunner } from '../engine/effects/process-runner.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { codecFor } from '../engine/log/codec.js';
import { EventLog } from '../engine/log/event-log.js';
import { CaughtUp } from '../engine/read-models/caught-up.js';
import { CheckpointPoller } from '../engine/read-models/checkpoint-poller.js';
import { levelName } from '../engine/read-models/checkpoints.js';
import { assertSameLog } from '../engine/read-models/log-identity.js';
import { Parking } from '../engine/read-models/parking.js';
import { Projector } from '../engine/read-models/projector.js';
import { CLOCK, type Clock, IDS, type Ids } from '../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../ports/document-store.js';
import { EVENT_STORE, type EventStore } from '../ports/event-store.js';
import { LOGGER, type Logger } from '../ports/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../ports/operational-store.js';
import { SECRETS, type Secrets } from '../ports/secrets.js';
import { expiring, processes, projections, reactingDeciders, vocabulary } from './registry.js';

/** Where several processes share the stores one of them projects and one has effects, by lease. */
function machine(
  { roles }: Config,
  log: EventLog,
  documents: DocumentStore,
  operations: OperationalStore,
  clock: Clock,
  ids: Ids,
  caughtUp: CaughtUp,
  projector: Projector,
  effects: EffectWorkers,
  logger: Logger,
): WorkerHost {
  const failed = WorkerHost.failed(logger);
  const owner = ids.next();
  const leaseOf = (name: string) => new Lease(name, owner, operations, clock, failed);
  const reachable = async () => {
    caughtUp.least = await log.head();
    await documents.prepare(projections);
    await assertSameLog(log, documents, projections);
  };
  const shared = {
    follower: new CheckpointPoller(documents, caughtUp, levelName(projections), failed),
    leases: { projector: leaseOf('projector'), effects: leaseOf('effects') },
  };
  const parts = { reachable, projector, effects, ...(log.exclusive ? {} : { shared }) };
  return new WorkerHost(parts, roles, logger);
}

/** The moving parts, each built once from ports. */
export const engineProviders: readonly Provider[] = [
  {
    provide: EventLog,
    inject: [EVENT_STORE],
    useFactory: (store: EventStore) => new EventLog(store, codecFor(vocabulary)),
  },
  { provide: CommandRunner, inject: [EventLog, IDS], useFactory: (log, ids) => new CommandRunner(log, ids) },
  { provide: Reservations, inject: [CommandRunner, IDS], useFactory: (runner, ids) => new Reservations(runner, ids) },
  CaughtUp,
  {
    provide: Idempotency,
    inject: [OPERATIONAL_STORE, CLOCK, IDS, EVENT_STORE, CONFIG, SECRETS],
    useFactory: (operations, clock, ids, store: EventStore, config: Config, secrets: Secrets) =>
      new Idempotency(operations, clock, ids.next(), store.exclusive, config.idempotencyHours, secrets),
  },
  {
    provide: Parking,
    inject: [OPERATIONAL_STORE, CLOCK, LOGGER],
    useFactory: (operations, clock, logger) => new Parking(operations, clock, logger),
  },
  {
    provide: Projector,
    inject: [EventLog, DOCUMENT_STORE, Parking, CaughtUp, LOGGER],
    useFactory: (log, documents, parking, caughtUp, logger: Logger) =>
      new Projector(log, documents, projections, parking, caughtUp, WorkerHost.failed(logger)),
  },
  {
    provide: ProcessRunner,
    inject: [EventLog, CommandRunner, OPERATIONAL_STORE, CLOCK, IDS, LOGGER],
    useFactory: (log, runner, operations, clock, ids, logger: Logger) =>
      new ProcessRunner(log, runner, operations, clock, ids, processes, reactingDeciders, WorkerHost.failed(logger)),
  },
  {
    provide: ExpirySweeper,
    inject: [OPERATIONAL_STORE, CLOCK, LOGGER],
    useFactory: (operations, clock, logger: Logger) =>
      new ExpirySweeper(operations, clock, expiring, WorkerHost.failed(logger)),
  },
  {
    provide: EffectWorkers,
    inject: [ProcessRunner, ExpirySweeper],
    useFactory(processes: ProcessRunner, janitor: ExpirySweeper): EffectWorkers {
      const effects = new EffectWorkers();
      effects.add(processes);
      effects.add(janitor);
      return effects;
    },
  },
  {
    provide: WorkerHost,
    inject: [
      CONFIG,
      EventLog,
      DOCUMENT_STORE,
      OPERATIONAL_STORE,
      CLOCK,
      IDS,
      CaughtUp,
      Projector,
      EffectWorkers,
      LOGGER,
    ],
    useFactory: machine,
  },
];
