import type { Provider } from '@nestjs/common';
import { auditEntriesOf, firstAfter, lastUpTo } from '../../../projections/audit-event/reads.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import { EventLog } from '../../engine/log/event-log.js';
import { StoreConsistency } from '../../engine/log/restored/store-consistency.js';
import { provide } from '../../engine/provide.js';
import { BUILD_PROGRESS, FoldProgress } from '../../engine/read-models/building/fold-progress.js';
import { ServedVersions } from '../../engine/read-models/building/served-versions.js';
import { ServiceStart } from '../../engine/read-models/building/service-start.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import { ModelReaders } from '../../engine/read-models/model-readers.js';
import { Parking } from '../../engine/read-models/parking.js';
import { Pasts } from '../../engine/read-models/past/pasts.js';
import { Projector } from '../../engine/read-models/projector.js';
import { SocketProgress } from '../../engine/read-models/socket-progress.js';
import { CLOCK, IDS } from '../../ports/process/clock.js';
import { LOGGER } from '../../ports/process/logger.js';
import { DOCUMENT_STORE } from '../../ports/stores/document-store.js';
import { OPERATIONAL_STORE } from '../../ports/stores/operational-store.js';
import type { Registry } from '../combine.js';

/** The read models, and how far they are. */
export const readModels = ({ projections, pasts }: Registry): readonly Provider[] => [
  provide(CaughtUp, [], () => new CaughtUp()),
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
    ],
    (log, documents, parking, caughtUp, readers, logger, { rebuilt }, starting, building, served) =>
      new Projector(log, documents, projections, parking, caughtUp, WorkerHost.failed(logger), readers, {
        rebuilt,
        starting,
        building,
        served,
      }),
  ),
];
