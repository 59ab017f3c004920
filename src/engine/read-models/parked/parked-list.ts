import { createHash } from 'node:crypto';
import { FAR_FUTURE, type Instant } from '../../../kernel/instant.js';
import { parseStreamName } from '../../../kernel/stream.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { shownVersion } from '../building/stored-version.js';
import { documentId, type Parked } from '../parking.js';
import type { ParkedEvent } from './parked-events.js';

const MOST = 10_000;

/** A parked document or event, for the operator. */
export interface ParkedItem {
  readonly id: string;
  readonly kind: 'DOCUMENT' | 'EVENT';
  readonly position: number;
  readonly event_id: string;
  readonly tenant_id: string;
  readonly stream?: string;
  readonly type?: string;
  readonly model?: string;
  readonly model_version?: string;
  readonly key?: string;
  readonly error: string;
  readonly parked_at: Instant;
}

/** A short name of a parked document, which stays the same across starts. */
export const parkedId = ({ readModel, tenantId, key }: Pick<Parked, 'readModel' | 'tenantId' | 'key'>): string =>
  createHash('sha256')
    .update(documentId(readModel, tenantId, key))
    .digest('hex')
    .slice(0, 16);

export const modelOf = ({ readModel }: Pick<Parked, 'readModel'>): string => readModel.slice(0, readModel.indexOf('@'));

const ofDocument = (parked: Parked): ParkedItem => ({
  id: parkedId(parked),
  kind: 'DOCUMENT',
  position: parked.position,
  event_id: parked.eventId,
  tenant_id: parked.tenantId,
  model: modelOf(parked),
  model_version: shownVersion(Number(parked.readModel.slice(parked.readModel.indexOf('@') + 1))),
  key: parked.key,
  error: parked.error,
  parked_at: parked.at,
});

const ofEvent = ({ eventId, type, stream, position, error, at }: ParkedEvent): ParkedItem => ({
  id: eventId,
  kind: 'EVENT',
  position,
  event_id: eventId,
  tenant_id: parseStreamName(stream).tenantId,
  stream,
  type,
  error,
  parked_at: at,
});

/** In every process, by position. */
export async function parkedItems(operations: OperationalStore): Promise<readonly ParkedItem[]> {
  const documents = await operations.due<Parked>('parked', FAR_FUTURE, MOST);
  const events = await operations.due<ParkedEvent>('parked-event', FAR_FUTURE, MOST);
  const items = [...documents.map(({ value }) => ofDocument(value)), ...events.map(({ value }) => ofEvent(value))];
  return items.sort((a, b) => a.position - b.position);
}

/** Reads one entry of each kind at most. */
export async function isAnyParked(operations: OperationalStore): Promise<boolean> {
  for (const kind of ['parked', 'parked-event'])
    if ((await operations.due(kind, FAR_FUTURE, 1)).length > 0) return true;
  return false;
}
