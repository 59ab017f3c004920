import { AUDIT_EVENT_TYPES, auditSubjects, type IdSource } from '../../src/catalogue/audit/subjects.js';
import { actorOf, workflowActor } from '../../src/kernel/caller.js';
import type { Event, Position, Recorded } from '../../src/kernel/event.js';
import type { Instant } from '../../src/kernel/instant.js';
import { creates, type Folds, projection } from '../../src/kernel/projection.js';
import { NO_TENANT, parseInnerId, parseStreamName } from '../../src/kernel/stream.js';

/** Place of an event in the log, and what it is found by. It says no more than what the log keeps in clear. */
export interface AuditEntry {
  readonly id: string;
  readonly position: Position;
  readonly at: Instant;
  readonly type: string;
  readonly stream: string;
  readonly version: number;
  readonly subjectId: string;
  readonly conversationId?: string;
  /** As the log names it. Runs of earlier versions are those of their workflow. */
  readonly actor: string;
  /** Digest of the id that the caller gave the request, else its own id; left out where no request caused the event. */
  readonly request?: string;
  readonly cause?: string;
}

/** Found instead of an id for what the service does by itself. */
export const SERVICE_ACTOR = 'SERVICE';

function idAt(source: IdSource, streamId: string, data: unknown): string | undefined {
  if (source === 'stream') return streamId;
  if (source === 'outer' || source === 'inner') return parseInnerId(streamId)[source === 'outer' ? 0 : 1];
  const id = (data as Readonly<Record<string, unknown>>)[source.slice('data.'.length)];
  return typeof id === 'string' ? id : undefined;
}

function actorIn({ type, meta }: Recorded, streamId: string): string {
  const isRun = type === 'WorkflowRan' && actorOf(meta.actor).kind === 'SERVICE';
  return isRun ? workflowActor(parseInnerId(streamId)[0]) : meta.actor;
}

/** Events that another event caused, or the service itself, are of no request. */
function requestOf({ actor, causationId, requestDigest, correlationId }: Recorded['meta']): string | undefined {
  if (requestDigest !== undefined) return requestDigest;
  return causationId !== undefined || actorOf(actor).kind === 'SERVICE' ? undefined : correlationId;
}

export function auditEntry(event: Recorded): AuditEntry {
  const { type, data, meta } = event;
  const { id, position, at, stream, version, causationId: cause } = meta;
  const { id: streamId } = parseStreamName(stream);
  const subject = auditSubjects[type];
  const conversationId = subject?.conversation && idAt(subject.conversation, streamId, data);
  const request = requestOf(meta);
  return {
    id,
    position,
    at,
    type,
    stream,
    version,
    subjectId: (subject && idAt(subject.id, streamId, data)) ?? streamId,
    ...(conversationId === undefined ? {} : { conversationId }),
    actor: actorIn(event, streamId),
    ...(request === undefined ? {} : { request }),
    ...(cause === undefined ? {} : { cause }),
  };
}

const entry = creates<AuditEntry, Event>(auditEntry);

/**
 * Every event of a tenant by its id, with an index for each filter of the audit. Entries stay when their subject is
 * erased: they hold ids, types and times, which the log keeps too.
 */
export const auditEvents = projection<AuditEntry, Event>({
  name: 'audit-event',
  version: 1,
  erasedWith: 'never',
  fields: {
    position: ({ position }) => position,
    type: ({ type }) => type,
    subjectId: ({ subjectId }) => subjectId,
    conversationId: ({ conversationId }) => conversationId,
    actor: ({ actor }) => actorOf(actor).id ?? SERVICE_ACTOR,
    request: ({ request }) => request,
    cause: ({ cause }) => cause,
  },
  indexes: [
    ['position'],
    ['type', 'position'],
    ['subjectId', 'position'],
    ['conversationId', 'position'],
    ['actor', 'position'],
    ['request', 'position'],
    ['cause', 'position'],
  ],
  /** All filters: SQLite prefers a partial index to that of the positions, which has every event. */
  sparse: ['type', 'subjectId', 'conversationId', 'actor', 'request', 'cause'],

  key: ({ meta }) => (meta.tenantId === NO_TENANT ? undefined : meta.id),

  on: Object.fromEntries(AUDIT_EVENT_TYPES.map((type) => [type, entry])) as Folds<AuditEntry, Event>,
});
