import type { EventLog } from '../../engine/log/event-log.js';
import { checkpointName } from '../../engine/read-models/checkpoints.js';
import { erasedDocuments } from '../../engine/read-models/erased-documents.js';
import { isSkipped, readSkips } from '../../engine/read-models/parked/skips.js';
import { type ErasureAdvanced, isErasure, isTenantErasure } from '../../kernel/erasure.js';
import type { Position, Recorded } from '../../kernel/event.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';

const PAGE = 1_000;

/** Documents of a read model, folded from the log up to its checkpoint. */
export interface Refold {
  readonly projection: AnyProjection;
  readonly position: Position;
  /** Number of events after the checkpoint. */
  behind: number;
  /** Documents by tenant, then by key. Contains every tenant of the log. */
  readonly tenants: Map<string, Map<string, unknown>>;
}

export interface WholeLog {
  readonly events: number;
  readonly head: Position;
  readonly refolds: readonly Refold[];
  /** Defects of the log itself. */
  readonly fieldErrors: readonly string[];
}

/** Folds event by event into maps; deliberately simple, to be independent of the projector. */
export async function refold(
  log: EventLog,
  documents: DocumentStore,
  projections: readonly AnyProjection[],
): Promise<WholeLog> {
  const refolds: Refold[] = [];
  for (const projection of projections) {
    const position = await documents.checkpoint(checkpointName(projection));
    refolds.push({ projection, position, behind: 0, tenants: new Map() });
  }
  const versions = new Map<string, number>();
  const erasing = new Set<string>();
  const fieldErrors: string[] = [];
  let [events, head] = [0, 0];
  const skips = await readSkips(log);
  for (;;) {
    const page = await log.readAll(head, PAGE);
    for (const event of page) {
      const { position, stream, version } = event.meta;
      const expected = (versions.get(stream) ?? 0) + 1;
      if (version !== expected) fieldErrors.push(`${stream} has version ${version}, expected ${expected}`);
      if (position <= head) fieldErrors.push(`Position ${position} comes after position ${head}`);
      versions.set(stream, version);
      [events, head] = [events + 1, position];
      for (const each of refolds) take(each, event, skips);
      if (isTenantErasure(event)) eraseTenant(refolds, erasing, event);
      if (isErasure(event)) for (const each of refolds) await forget(log, each, event);
    }
    if (page.length > 0) continue;
    // An erasure that goes on leaves any part of the documents.
    for (const { tenants } of refolds) for (const tenantId of erasing) tenants.delete(tenantId);
    for (const { message } of log.damaged.all) fieldErrors.push(message);
    return { events, head, refolds, fieldErrors };
  }
}

function eraseTenant(refolds: readonly Refold[], erasing: Set<string>, { type, meta }: Recorded): void {
  const isOver = type === 'TenantErased' && refolds.every(({ position }) => meta.position <= position);
  if (!isOver) return void erasing.add(meta.tenantId);
  erasing.delete(meta.tenantId);
  for (const { tenants } of refolds) tenants.get(meta.tenantId)?.clear();
}

async function forget(log: EventLog, { projection, position, tenants }: Refold, event: Recorded<ErasureAdvanced>) {
  if (event.meta.position > position) return;
  const docs = tenants.get(event.meta.tenantId);
  for (const { key, left } of await erasedDocuments(log, event, [projection])) {
    const doc = left(docs?.get(key));
    if (doc === undefined) docs?.delete(key);
    else docs?.set(key, doc);
  }
}

function take(refold: Refold, event: Recorded, skips: ReadonlySet<string>): void {
  const { projection, position, tenants } = refold;
  const { tenantId } = event.meta;
  const docs = tenants.get(tenantId) ?? new Map<string, unknown>();
  tenants.set(tenantId, docs);
  if (event.meta.position > position) {
    refold.behind++;
    return;
  }
  if (!(projection.events as readonly string[]).includes(event.type)) return;
  const key = projection.key(event);
  if (key === undefined || isSkipped(skips, projection, event)) return;
  const doc = projection.evolve(docs.get(key), event);
  if (doc === undefined) docs.delete(key);
  else docs.set(key, doc);
}
