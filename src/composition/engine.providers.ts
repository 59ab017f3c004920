import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { CaughtUp } from '../engine/read-models/caught-up.js';
import { levelName } from '../engine/read-models/checkpoints.js';
import { codecFor } from '../engine/log/codec.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { Effects } from '../engine/effects/effect-workers.js';
import { EventLog } from '../engine/log/event-log.js';
import { Follower } from '../engine/read-models/checkpoint-poller.js';
import { Idempotency } from '../engine/commands/idempotency.js';
import { Janitor } from '../engine/effects/expiry-sweeper.js';
import { Lease } from '../engine/effects/lease.js';
import { Machine } from '../engine/effects/worker-host.js';
import { Parking } from '../engine/read-models/parking.js';
import { ProcessRunner } from '../engine/effects/process-runner.js';
import { Projector } from '../engine/read-models/projector.js';
import { Reservations } from '../engine/commands/reservations.js';
import { insistOnSameLog } from '../engine/read-models/log-identity.js';
import { CLOCK, type Clock, IDS, type Ids } from '../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../ports/document-store.js';
import { EVENT_STORE, type EventStore } from '../ports/event-store.js';
import { LEDGER, type Ledger } from '../ports/operational-store.js';
import { LOGGER, type Logger } from '../ports/logger.js';
import { SECRETS, type Secrets } from '../ports/secrets.js';
import { expiring, processes, projections, reactingDeciders, vocabulary } from './registry.js';

/** Where several processes share the stores one of them projects and one has effects, by lease. */
function machine(
  { roles }: Config,
  log: EventLog,
  documents: DocumentStore,
  ledger: Ledger,
  clock: Clock,
  ids: Ids,
  caughtUp: CaughtUp,
  projector: Projector,
  effects: Effects,
  logger: Logger,
): Machine {
  const failed = Machine.failed(logger);
  const owner = ids.next();
  const leaseOf = (name: string) => new Lease(name, owner, ledger, clock, failed);
  const reachable = async () => {
    caughtUp.least = await log.head();
    await documents.prepare(projections);
    await insistOnSameLog(log, documents, projections);
  };
  const shared = {
    follower: new Follower(documents, caughtUp, levelName(projections), failed),
    leases: { projector: leaseOf('projector'), effects: leaseOf('effects') },
  };
  const parts = { reachable, projector, effects, ...(log.exclusive ? {} : { shared }) };
  return new Machine(parts, roles, logger);
}

/** The moving parts, each built once from ports. */
export const movingParts: readonly Provider[] = [
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
    inject: [LEDGER, CLOCK, IDS, EVENT_STORE, CONFIG, SECRETS],
    useFactory: (ledger, clock, ids, store: EventStore, config: Config, secrets: Secrets) =>
      new Idempotency(ledger, clock, ids.next(), store.exclusive, config.idempotencyHours, secrets),
  },
  {
    provide: Parking,
    inject: [LEDGER, CLOCK, LOGGER],
    useFactory: (ledger, clock, logger) => new Parking(ledger, clock, logger),
  },
  {
    provide: Projector,
    inject: [EventLog, DOCUMENT_STORE, Parking, CaughtUp, LOGGER],
    useFactory: (log, documents, parking, caughtUp, logger: Logger) =>
      new Projector(log, documents, projections, parking, caughtUp, Machine.failed(logger)),
  },
  {
    provide: ProcessRunner,
    inject: [EventLog, CommandRunner, LEDGER, CLOCK, IDS, LOGGER],
    useFactory: (log, runner, ledger, clock, ids, logger: Logger) =>
      new ProcessRunner(log, runner, ledger, clock, ids, processes, reactingDeciders, Machine.failed(logger)),
  },
  {
    provide: Janitor,
    inject: [LEDGER, CLOCK, LOGGER],
    useFactory: (ledger, clock, logger: Logger) => new Janitor(ledger, clock, expiring, Machine.failed(logger)),
  },
  {
    provide: Effects,
    inject: [ProcessRunner, Janitor],
    useFactory(processes: ProcessRunner, janitor: Janitor): Effects {
      const effects = new Effects();
      effects.add(processes);
      effects.add(janitor);
      return effects;
    },
  },
  {
    provide: Machine,
    inject: [CONFIG, EventLog, DOCUMENT_STORE, LEDGER, CLOCK, IDS, CaughtUp, Projector, Effects, LOGGER],
    useFactory: machine,
  },
];
