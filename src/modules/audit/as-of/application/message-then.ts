import { auditEvents } from '../../../../../projections/audit-event/projection.js';
import { auditWalk } from '../../../../../projections/audit-event/reads.js';
import { erasedRow, type MessageRow, messageLog } from '../../../../../projections/message-log/projection.js';
import { eventsAt } from '../../../../engine/log/events-at.js';
import type { Past } from '../../../../engine/read-models/past/past.js';
import type { Recorded } from '../../../../kernel/event.js';
import type { StreamVersion } from '../../../../kernel/stream.js';
import type { MessageEvent } from '../../../conversations/message/domain/message.events.js';

/** A message that changed, as it was then: the fold of its events, which an index finds. Content that is erased since is left out. */
export async function messageThen(past: Past, present: MessageRow): Promise<MessageRow> {
  const { id: subjectId, conversationId } = present;
  const filters = { subjectKind: 'MESSAGE', subjectId, conversationId } as const;
  const places: StreamVersion[] = [];
  for await (const { entry, isWanted } of auditWalk(
    past.present(auditEvents),
    filters,
    { descending: false },
    past.position,
  )) {
    if (isWanted) places.push(entry);
  }
  const events = (await eventsAt(past.log, places)) as readonly Recorded<MessageEvent>[];
  const row = events.reduce<MessageRow | undefined>(messageLog.evolve, undefined) ?? present;
  const isErased = present.erased === true || (row.deletedAt === undefined && present.deletedAt !== undefined);
  return isErased ? { ...erasedRow(row), revision: row.revision } : row;
}
