import type { Provider } from '@nestjs/common';
import { auditEntriesOf, firstAfter, lastUpTo } from '../../../projections/audit-event/reads.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import { EventLog } from '../../engine/log/event-log.js';
import { StoreConsistency } from '../../engine/log/restored/store-consistency.js';
import { provide } from '../../engine/provide.js';
import { BUILD_PROGRESS, FoldProgress } from '../../engine/read-models/building/fold-progress.js';
import { ModelReaders } from '../../engine/read-models/building/model-readers.js';
import { ServedVersions } from '../../engine/read-models/building/served-versions.js';
import { ServiceStart } from '../../engine/read-models/building/service-start.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import { ParkedEvents } from '../../engine/read-models/parked/parked-events.js';
import { Parking } from '../../engine/read-models/parking.js';
import { Pasts } from '../../engine/read-models/past/pasts.js';
import { Projector } from '../../engine/read-models/projector.js';
import { SocketProgress } from '../../engine/read-models/socket-progress.js';
import { AskTasks } from '../../engine/read-models/tasks/ask-tasks.js';
import { Generations } from '../../engine/read-models/tasks/generations.js';
import { ReadModels } from '../../engine/read-models/tasks/model-states.js';
import { ModelTasks } from '../../engine/read-models/tasks/model-tasks.js';
import { ParkedWork } from '../../engine/read-models/tasks/parked-work.js';
import { CLOCK, IDS } from '../../ports/process/clock.js';
import { LOGGER } from '../../ports/process/logger.js';
import { TELEMETRY } from '../../ports/process/tracing.js';
import { DOCUMENT_STORE } from '../../ports/stores/document-store.js';
import { OPERATIONAL_STORE } from '../../ports/stores/operational-store.js';
import type { Registry } from '../combine.js';

/** The read models, and how far they are. */
export const readModels = ({ projections, pasts }: Registry): readonly Provider[] => [
  provide(CaughtUp, [TELEMETRY], (telemetry) => new CaughtUp(telemetry.isOn ? telemetry : undefined)),
  provide(ServedVersions, [], () => new ServedVersions(projections)),
  provide(FoldProgress, [CLOCK, LOGGER], (clock, logger) => new FoldProgress('The read models', clock, logger)),
  provide(
    BUILD_PROGRESS,
    [CLOCK, LOGGER],
    (clock, logger) => new FoldProgress('The new versions of read models', clock, logger),
  ),
  provide(ServiceStart, [FoldProgress, CaughtUp], (folding, caughtUp) => new ServiceStart(folding, caughtUp)),
  provide(SocketProgress, [], () => new SocketProgress()),
  provide(
    Parking,
    [OPERATIONAL_STORE, CLOCK, LOGGER],
    (operations, clock, logger) => new Parking(operations, clock, logger),
  ),
  provide(ParkedEvents, [OPERATIONAL_STORE, CLOCK], (operations, clock) => new ParkedEvents(operations, clock)),
  provide(AskTasks, [OPERATIONAL_STORE, CLOCK, IDS], (operations, clock, ids) => new AskTasks(operations, clock, ids)),
  provide(
    ReadModels,
    [DOCUMENT_STORE, ServedVersions],
    (documents, served) => new ReadModels(documents, served, projections),
  ),
  provide(
    ModelTasks,
    [EventLog, DOCUMENT_STORE, OPERATIONAL_STORE, CLOCK, ServedVersions, Parking, ParkedEvents, LOGGER],
    (log, documents, operations, clock, served, parking, events, logger) => {
      const work = {
        generations: new Generations(documents, served, parking),
        parked: new ParkedWork(log, documents, served, parking, events),
      };
      const stores = { log, documents, operations, clock };
      return new ModelTasks(stores, served, parking, events, work, WorkerHost.failed(logger));
    },
  ),
  provide(
    ModelReaders,
    [OPERATIONAL_STORE, CLOCK, IDS, LOGGER, ServedVersions],
    (operations, clock, ids, logger, served) =>
      new ModelReaders(ids.next(), projections, operations, clock, WorkerHost.failed(logger), served),
  ),
  provide(
    Pasts,
    [EventLog, DOCUMENT_STORE, CaughtUp, CLOCK],
    (log, documents, caughtUp, clock) =>
      new Pasts({ log, documents, projections, sources: pasts }, caughtUp, clock, {
        firstAfter: (tenantId, position) => firstAfter(auditEntriesOf(documents, tenantId), position),
        lastUpTo: (tenantId, position) => lastUpTo(auditEntriesOf(documents, tenantId), position),
      }),
  ),
  provide(
    Projector,
    [
      EventLog,
      DOCUMENT_STORE,
      Parking,
      CaughtUp,
      ModelReaders,
      LOGGER,
      StoreConsistency,
      FoldProgress,
      BUILD_PROGRESS,
      ServedVersions,
      ModelTasks,
    ],
    (log, documents, parking, caughtUp, readers, logger, { rebuilt }, starting, building, served, tasks) =>
      new Projector(log, documents, projections, parking, caughtUp, WorkerHost.failed(logger), readers, {
        rebuilt,
        starting,
        building,
        served,
        tasks,
      }),
  ),
];
