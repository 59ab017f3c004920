import type { Provider } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { limits } from '../catalogue/limits/limits.js';
import { CONFIG } from '../config/config.js';
import { engineOf } from '../config/stores.js';
import { COMMAND_GATEWAY } from '../engine/commands/command-gateway.js';
import { CommandRunner } from '../engine/commands/command-runner.js';
import { ConditionalCommands } from '../engine/commands/conditional-commands.js';
import { handlersFor } from '../engine/commands/handlers-for.js';
import { Idempotency } from '../engine/commands/idempotency.js';
import { Quotas } from '../engine/commands/quotas.js';
import { Reservations } from '../engine/commands/reservations.js';
import { ResourceReservations } from '../engine/commands/resource-reservations.js';
import { Snapshots } from '../engine/commands/snapshots.js';
import { UniqueNames } from '../engine/commands/unique-names.js';
import { EffectWorkers } from '../engine/effects/effect-workers.js';
import { EntryUpgrades } from '../engine/effects/entry-upgrades.js';
import { ExpirySweeper } from '../engine/effects/expiry-sweeper.js';
import { Lease } from '../engine/effects/lease.js';
import { ProcessRunner } from '../engine/effects/process-runner.js';
import { QueueLengths } from '../engine/effects/queue-lengths.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { ClockTrust } from '../engine/erasure/clock-trust.js';
import { EngineEraser } from '../engine/erasure/engine-eraser.js';
import { Erasers } from '../engine/erasure/erasers.js';
import { TenantData } from '../engine/erasure/tenant-data.js';
import { CHECKPOINT_MS } from '../engine/evidence/tree-follower.js';
import { codecFor } from '../engine/log/codec.js';
import { EventLog } from '../engine/log/event-log.js';
import { StoreConsistency } from '../engine/log/restored/store-consistency.js';
import { KeyEndings } from '../engine/log/sealing/key-endings.js';
import { TraceSources } from '../engine/log/tracing/trace-sources.js';
import { OperatorCommands } from '../engine/operator/operator-commands.js';
import { provide } from '../engine/provide.js';
import { ModelReaders } from '../engine/read-models/building/model-readers.js';
import { ServedVersions } from '../engine/read-models/building/served-versions.js';
import { CaughtUp } from '../engine/read-models/caught-up.js';
import { CheckpointPoller } from '../engine/read-models/checkpoint-poller.js';
import { rebuildForeign } from '../engine/read-models/log-identity.js';
import { Projector } from '../engine/read-models/projector.js';
import { CommandSpans } from '../engine/spans/command-spans.js';
import { LOOP, Loop } from '../fairness/loop.js';
import { SECOND } from '../kernel/instant.js';
import { AUDIT_READ_MS } from '../modules/audit/read/domain/audit-read.events.js';
import { MAIL_OUTBOX } from '../ports/delivery/mailer.js';
import { SMS_OUTBOX } from '../ports/delivery/sms.js';
import { SECRETS } from '../ports/identity/secrets.js';
import { ASSET_STORE } from '../ports/media/asset-store.js';
import { CLOCK, IDS } from '../ports/process/clock.js';
import { LOGGER } from '../ports/process/logger.js';
import { OPERATOR_CALLS } from '../ports/process/operator-calls.js';
import { TELEMETRY } from '../ports/process/tracing.js';
import { BLOBS } from '../ports/stores/blobs.js';
import { DATA_KEYS } from '../ports/stores/data-keys.js';
import { DOCUMENT_STORE } from '../ports/stores/document-store.js';
import { EVENT_STORE } from '../ports/stores/event-store.js';
import { OPERATIONAL_STORE } from '../ports/stores/operational-store.js';
import type { Registry } from './combine.js';
import { outboxProviders } from './effects/outbox.providers.js';
import { rates } from './engine/rates.providers.js';
import { readModels } from './engine/read-models.providers.js';

/** The write path: one handler for each command of each decider, behind the command bus. */
const writePath = ({ deciders, snapshots, vocabulary }: Registry): readonly Provider[] => [
  provide(
    Snapshots,
    [EventLog, OPERATIONAL_STORE, CLOCK],
    (log, operations, clock) => new Snapshots(log, operations, clock, snapshots, vocabulary.types),
  ),
  provide(
    CommandRunner,
    [EventLog, IDS, CLOCK, Snapshots, TELEMETRY, CONFIG],
    (log, ids, clock, kept, telemetry, { eventStoreUrl }) => {
      const spans = telemetry.isOn ? new CommandSpans(telemetry, engineOf(eventStoreUrl)) : undefined;
      return new CommandRunner(log, ids, clock, kept, spans);
    },
  ),
  provide(COMMAND_GATEWAY, [CommandBus], (bus) => bus),
  ...deciders.flatMap(handlersFor),
  provide(
    Reservations,
    [COMMAND_GATEWAY, CommandRunner, IDS, DATA_KEYS],
    (gateway, runner, ids, keys) => new Reservations(gateway, runner, ids, new UniqueNames(keys)),
  ),
  provide(Quotas, [COMMAND_GATEWAY, CommandRunner, IDS], (gateway, runner, ids) => new Quotas(gateway, runner, ids)),
  provide(
    ConditionalCommands,
    [EventLog, CommandRunner, COMMAND_GATEWAY, IDS],
    (log, runner, gateway, ids) => new ConditionalCommands(log, runner, gateway, ids),
  ),
  provide(
    ResourceReservations,
    [COMMAND_GATEWAY, CaughtUp, IDS],
    (gateway, caughtUp, ids) => new ResourceReservations(gateway, caughtUp, ids),
  ),
  provide(
    Idempotency,
    [OPERATIONAL_STORE, CLOCK, IDS, EventLog, CONFIG, SECRETS],
    (operations, clock, ids, log, { idempotencyHours }, secrets) =>
      new Idempotency(operations, clock, ids.next(), log.exclusive, idempotencyHours, secrets, undefined, log),
  ),
];

const workers = ({ processes, deciders, projections, sweptKinds }: Registry): readonly Provider[] => [
  provide(QueueLengths, [], () => new QueueLengths()),
  provide(AUDIT_READ_MS, [], () => limits.auditReadSeconds * SECOND),
  provide(CHECKPOINT_MS, [], () => limits.checkpointSeconds * SECOND),
  provide(
    ClockTrust,
    [EventLog, OPERATIONAL_STORE, CLOCK, LOGGER, CONFIG],
    (log, operations, clock, logger, { clockTrusted }) => new ClockTrust(log, operations, clock, logger, clockTrusted),
  ),
  provide(
    ProcessRunner,
    [EventLog, COMMAND_GATEWAY, OPERATIONAL_STORE, CLOCK, IDS, LOGGER, QueueLengths, TELEMETRY],
    (log, gateway, operations, clock, ids, logger, queues, tracing) => {
      const managed = { processes, commands: deciders.flatMap(({ commands }) => commands) };
      const failed = WorkerHost.failed(logger);
      const runner = new ProcessRunner(log, gateway, operations, clock, ids, managed, failed, tracing);
      queues.add('timer', () => runner.waiting);
      return runner;
    },
  ),
  provide(
    ExpirySweeper,
    [OPERATIONAL_STORE, CLOCK, LOGGER, ClockTrust],
    (operations, clock, logger, trust) =>
      new ExpirySweeper(operations, clock, sweptKinds, WorkerHost.failed(logger), trust),
  ),
  ...outboxProviders,
  provide(EffectWorkers, [], () => new EffectWorkers()),
  provide(OperatorCommands, [OPERATOR_CALLS], (calls) => new OperatorCommands(calls)),
  provide(Erasers, [], () => new Erasers()),
  provide(TraceSources, [], () => new TraceSources()),
  provide(EngineEraser, [OPERATIONAL_STORE], (operations) => new EngineEraser(operations)),
  provide(
    TenantData,
    [OPERATIONAL_STORE, DOCUMENT_STORE, BLOBS, ASSET_STORE, MAIL_OUTBOX, SMS_OUTBOX],
    (operations, documents, blobs, assets, mails, sms) =>
      new TenantData({ operations, documents, projections, blobs, assets, mails, sms }),
  ),
];

const consistency = ({ vocabulary }: Registry): readonly Provider[] => [
  provide(
    KeyEndings,
    [EventLog, OPERATIONAL_STORE, DATA_KEYS, LOGGER],
    (log, operations, keys, logger) => new KeyEndings(log, operations, keys, vocabulary, WorkerHost.failed(logger)),
  ),
  provide(
    StoreConsistency,
    [EventLog, OPERATIONAL_STORE, SECRETS, LOGGER, CONFIG],
    (log, operations, secrets, logger, { effectsFrom }) =>
      new StoreConsistency(log, operations, secrets, logger, effectsFrom),
  ),
];

/** Where several processes share the stores, one of them projects and one runs effects, by lease. */
const workerHost = ({ projections, entryUpgrades }: Registry) =>
  provide(
    WorkerHost,
    [
      CONFIG,
      EventLog,
      DOCUMENT_STORE,
      OPERATIONAL_STORE,
      CLOCK,
      IDS,
      CaughtUp,
      Projector,
      ModelReaders,
      EffectWorkers,
      LOGGER,
      StoreConsistency,
      KeyEndings,
      ServedVersions,
    ],
    (
      { roles, processName },
      log,
      documents,
      operations,
      clock,
      ids,
      caughtUp,
      projector,
      readers,
      effects,
      logger,
      consistency,
      endings,
      served,
    ) => {
      const failed = WorkerHost.failed(logger);
      const holder = { name: processName, start: ids.next() };
      const leaseOf = (role: string) => new Lease(role, holder, operations, clock, failed);
      const reachable = async () => {
        await consistency.run();
        await endings.start();
        caughtUp.least = await log.head();
        await documents.prepare(projections);
        await rebuildForeign(log, documents, projections, consistency.rebuilt);
        await served.choose(documents);
        await new EntryUpgrades(operations, entryUpgrades, clock).run();
        if (!log.exclusive) await readers.start();
      };
      const shared = {
        follower: new CheckpointPoller(documents, caughtUp, (store) => served.level(store), failed),
        readers,
        leases: { projector: leaseOf('projector'), effects: leaseOf('effects') },
      };
      const parts = { reachable, endings, projector, effects, ...(log.exclusive ? {} : { shared }) };
      return new WorkerHost(parts, roles, logger);
    },
  );

/** The engine, each part built once from ports and from what the modules declare. */
export const engineProviders = (registry: Registry): readonly Provider[] => [
  provide(LOOP, [CLOCK, QueueLengths], (clock, queues) => {
    const loop = new Loop(clock);
    queues.add('turn', () => loop.waiting);
    return loop;
  }),
  provide(EventLog, [EVENT_STORE, DATA_KEYS, CLOCK, LOOP, LOGGER], (store, keys, clock, loop, logger) => {
    const log = new EventLog(store, codecFor(registry.vocabulary, keys), clock, loop);
    log.damaged.report = ({ place, cause }) => {
      const about = { event_id: place.id, event_type: place.type, stream: place.stream, version: place.version };
      logger.error(
        { ...about, position: place.position, err: cause },
        'The event cannot be decoded: it is parked, and its stream cannot be read',
      );
    };
    return log;
  }),
  ...writePath(registry),
  ...rates,
  ...readModels(registry),
  ...workers(registry),
  ...consistency(registry),
  workerHost(registry),
];
