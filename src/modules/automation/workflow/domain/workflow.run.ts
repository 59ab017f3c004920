import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import type { Position, Recorded, TraceContext } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import type { MessagePosted } from '../../../conversations/message/domain/message.events.js';
import type { Match, Triggering } from './workflow.match.js';

/** One workflow about to act on one event. */
export interface Run {
  readonly runId: string;
  readonly tenantId: string;
  readonly workflowId: string;
  /** Revision of the workflow that matched. */
  readonly revision: number;
  readonly conversationId: string;
  readonly event: Recorded<Triggering>;
  /** Id of the outside event at the head of the causation chain. */
  readonly rootId: string;
  readonly match: Match;
  /** Cause of the event, which is not notified: the author of a message, regardless of its sender. */
  readonly causer: string;
  /** It may have been begun before: what it did is looked for first. */
  readonly again: boolean;
  /** Its span, where it has one. */
  readonly trace?: TraceContext;
}

/** An event on which a workflow would have acted. */
export interface WouldFire {
  readonly conversationId: string;
  readonly eventId: string;
  readonly at: Instant;
  readonly branch?: number;
}

/** `wouldFire` holds the first ones; `total` counts all that were read. */
export interface DryRun {
  /** First position that was not read, where the dry run stopped early. */
  readonly next?: Position;
  readonly wouldFire: readonly WouldFire[];
  readonly total: number;
  readonly eventsRead: number;
}

/** Result of a run. Absent members: no message, no missing values, no error. */
export interface Performed {
  readonly effectId?: string;
  readonly missing?: readonly string[];
  readonly error?: RejectionCode;
}

export function newRun(
  known: Pick<Run, 'runId' | 'workflowId' | 'revision' | 'again'>,
  event: Recorded<Triggering>,
  match: Match,
): Run {
  const { id, rootId = id, tenantId, stream, actor } = event.meta;
  const conversationId = parseStreamName(stream).id;
  const author = event.type === 'MessagePosted' ? (event as Recorded<MessagePosted>).data.participantId : undefined;
  const causer = author === undefined ? actor : `participant:${author}`;
  return { ...known, tenantId, conversationId, event, rootId, match, causer };
}
