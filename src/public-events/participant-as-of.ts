import { participantRoster, type RosterEntry } from '../../projections/participant-roster/projection.js';
import type { EventLog } from '../engine/log/event-log.js';
import type { Recorded } from '../kernel/event.js';
import type { MembershipEvent } from '../modules/conversation/domain/membership.events.js';

const PAGE = 500;

/** A participant right after an event of the conversation's stream that concerns them; who left is as they were before. */
export async function participantAsOf(
  log: EventLog,
  event: Recorded<MembershipEvent>,
): Promise<RosterEntry | undefined> {
  if (event.type === 'ParticipantJoined') return participantRoster.evolve(undefined, event);
  const { participantId } = event.data;
  const { stream, version: last } = event.meta;
  let entry: RosterEntry | undefined;
  for (let from = 1; from <= last; from += PAGE) {
    const page = (await log.read(stream, {
      from,
      limit: Math.min(PAGE, last - from + 1),
    })) as readonly Recorded<MembershipEvent>[];
    for (const each of page) {
      if (!concerns(each, participantId) || each.type === 'ParticipantLeft') continue;
      entry = participantRoster.evolve(entry, each);
    }
  }
  return entry;
}

const concerns = ({ type, data }: Recorded<MembershipEvent>, participantId: string): boolean =>
  type.startsWith('Participant') && data.participantId === participantId;
