import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import { type AuditSubjectKind, auditSubjects } from '../../../../catalogue/audit/subjects.js';
import { writePosition } from '../../../../catalogue/positions.js';
import type { EventAsStored } from '../../../../engine/log/codec.js';
import { type ActorKind, actorOf } from '../../../../kernel/caller.js';
import { blobOf, withBlob, withoutSecrets } from './shown-data.js';

/** An event as it leaves the service (contract 15). */
export interface AuditEventWire {
  readonly id: string;
  readonly type: string;
  readonly schema?: number;
  readonly position: string;
  readonly at: string;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string; readonly conversation_id?: string };
  readonly version: number;
  readonly actor: { readonly kind: ActorKind; readonly id?: string; readonly name?: string };
  readonly request_id?: string;
  readonly trace_id?: string;
  readonly command_id?: string;
  readonly caused_by?: string;
  readonly root?: string;
  /** Left out, as schema and command_id, where the stored event cannot be read. */
  readonly data?: object;
  readonly erased?: true;
}

/** An entry of the index with its event as the log has it now. */
export interface AuditEvent {
  readonly entry: AuditEntry;
  readonly stored?: EventAsStored | undefined;
  readonly actorName?: string | undefined;
  /** Bytes of a large conversation_data. */
  readonly blobBytes?: number | undefined;
}

export function toAuditEventDto({ entry, stored, actorName, blobBytes }: AuditEvent): AuditEventWire {
  const { id, type, position, at, subjectId, conversationId, version, actor, cause } = entry;
  const { kind = 'AUDIT' } = auditSubjects[type] ?? {};
  return {
    id,
    type,
    ...(stored && { schema: stored.schema }),
    position: writePosition(position),
    at,
    subject: { kind, id: subjectId, ...(conversationId === undefined ? {} : { conversation_id: conversationId }) },
    version,
    actor: { ...actorOf(actor), ...(actorName === undefined ? {} : { name: actorName }) },
    ...(stored && causeOf(entry, stored)),
    ...(cause === undefined ? {} : { caused_by: cause }),
    ...(stored?.event.meta.rootId === undefined ? {} : { root: stored.event.meta.rootId }),
    ...(stored && { data: shownData(type, stored, blobBytes) }),
    ...(stored?.event.meta.erased && { erased: true }),
  };
}

/** A given request id and the trace are sealed, and gone where the subject is erased. */
function causeOf({ request }: AuditEntry, { event: { meta } }: EventAsStored) {
  const requestId = request === meta.correlationId ? meta.correlationId : meta.requestId;
  return {
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(meta.trace === undefined ? {} : { trace_id: meta.trace.traceId }),
    command_id: meta.commandId,
  };
}

function shownData(type: string, { event: { data } }: EventAsStored, blobBytes: number | undefined): object {
  const blob = blobOf(data);
  return withoutSecrets(type, blob ? withBlob(data, blob, blobBytes) : data) as object;
}
