import type { EventLog } from '../../engine/log/event-log.js';
import { ServedVersions } from '../../engine/read-models/building/served-versions.js';
import type { Position } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import { compareCounters } from './compare-counters.js';
import { compareDocuments, compareOrders } from './compare-documents.js';
import { compareSearch } from './compare-search.js';
import { type Refold, refold } from './refold.js';

export interface AuditReport {
  readonly events: number;
  readonly head: Position;
  readonly collections: readonly {
    readonly name: string;
    readonly documents: number;
    /** Number of events after its checkpoint; they are not compared. */
    readonly behind: number;
  }[];
  /** Differences between the read models and the log, one line each. */
  readonly differences: readonly string[];
}

export interface Audited {
  readonly report: AuditReport;
  readonly refolds: readonly Refold[];
}

/** `quick` compares no orders and fewer searches. */
export type Depth = 'quick' | 'whole';

const SAMPLES: Readonly<Record<Depth, number>> = { quick: 5, whole: 50 };

/**
 * Folds the whole log independently of the projector and compares the result with every read model. It compares each
 * document, each counter, the order of each field, and a sample of searches. Other processes must not write meanwhile.
 */
export async function audit(
  log: EventLog,
  documents: DocumentStore,
  projections: readonly AnyProjection[],
  depth: Depth = 'whole',
): Promise<Audited> {
  await documents.prepare(projections);
  const served = new ServedVersions(projections);
  await served.choose(documents);
  const { events, head, refolds, fieldErrors } = await refold(log, documents, served.serving);
  const differences = [...fieldErrors];
  for (const each of refolds) {
    if (each.position > head)
      differences.push(`${each.projection.name} is at position ${each.position}, but the log ends at ${head}`);
    differences.push(...(await compareDocuments(documents, each)));
    differences.push(...(await compareCounters(documents, each)));
    if (depth === 'whole') differences.push(...(await compareOrders(documents, each)));
  }
  differences.push(...(await compareSearch(documents, refolds, SAMPLES[depth])));
  const collections = refolds.map(({ projection, behind, tenants }) => ({
    name: `${projection.name}@${projection.version}`,
    documents: [...tenants.values()].reduce((sum, { size }) => sum + size, 0),
    behind,
  }));
  return { report: { events, head, collections, differences }, refolds };
}
