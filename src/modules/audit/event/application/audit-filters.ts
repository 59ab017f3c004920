import type { AuditFilters } from '../../../../../projections/audit-event/reads.js';
import type { AuditSubjectKind } from '../../../../catalogue/audit/subjects.js';
import { parsePosition } from '../../../../catalogue/positions.js';
import { isTimestamp } from '../../../../catalogue/text/formats.js';
import { ACTOR_KINDS, type ActorKind } from '../../../../kernel/caller.js';
import type { Position } from '../../../../kernel/event.js';
import { type Instant, instant } from '../../../../kernel/instant.js';
import { rejectAt } from '../../../../kernel/rejection.js';

/** Filters as a caller writes them (contract 15). */
export interface AskedFilters {
  readonly subject_kind?: AuditSubjectKind;
  readonly subject_id?: string;
  readonly conversation_id?: string;
  readonly type?: readonly string[];
  readonly actor?: string;
  readonly request_id?: string;
  readonly caused_by?: string;
  readonly after?: string;
  readonly before?: string;
}

/** The filters alone, of a request that has more. */
export function askedFilters(asked: AskedFilters): AskedFilters {
  const { subject_kind, subject_id, conversation_id, type, actor, request_id, caused_by, after, before } = asked;
  const all = { subject_kind, subject_id, conversation_id, type, actor, request_id, caused_by, after, before };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * The filters as the index has them. `requests` says under what the index has the request id.
 * @throws Rejection 400 at `after` or `before` where it names no position and no time
 */
export async function readFilters(
  { subject_kind, subject_id, conversation_id, type, actor, request_id, caused_by, after, before }: AskedFilters,
  requests: (requestId: string) => Promise<readonly string[]>,
): Promise<AuditFilters> {
  return {
    subjectKind: subject_kind,
    subjectId: subject_id,
    conversationId: conversation_id,
    types: type,
    actor: actor === undefined ? undefined : readActor(actor),
    request: request_id === undefined ? undefined : await requests(request_id),
    cause: caused_by?.toLowerCase(),
    after: after === undefined ? undefined : readPlace(after, 'after'),
    before: before === undefined ? undefined : readPlace(before, 'before'),
  };
}

function readActor(text: string): NonNullable<AuditFilters['actor']> {
  const kind = ACTOR_KINDS.find((each) => text.startsWith(`${each}:`)) as ActorKind | undefined;
  return kind === undefined ? { id: text } : { kind, id: text.slice(kind.length + 1) };
}

function readPlace(text: string, path: string): Position | Instant {
  const position = parsePosition(text);
  if (position !== undefined) return position;
  if (isTimestamp(text)) return instant(text);
  return rejectAt(path, 'errors.field.format', { format: 'a position or an RFC 3339 time' });
}
