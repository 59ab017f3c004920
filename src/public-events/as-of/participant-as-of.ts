import { participantRoster, type RosterEntry } from '../../../projections/participant-roster/projection.js';
import { stateAsOf } from '../../engine/log/as-of.js';
import type { EventLog } from '../../engine/log/event-log.js';
import type { Recorded } from '../../kernel/event.js';
import type { MembershipEvent } from '../../modules/conversations/conversation/domain/membership.events.js';

/** The participant of a membership event, right after it; a participant who left is shown as right before leaving. */
export async function participantAsOf(
  log: EventLog,
  event: Recorded<MembershipEvent>,
): Promise<RosterEntry | undefined> {
  if (event.type === 'ParticipantJoined') return participantRoster.evolve(undefined, event);
  const { stream, position, version } = event.meta;
  const fold = rosterEntryOf(event.data.participantId);
  return (await stateAsOf(log, stream, fold, { position, version })).state;
}

const rosterEntryOf = (participantId: string) => ({
  initial: undefined as RosterEntry | undefined,
  evolve: (entry: RosterEntry | undefined, event: Recorded<MembershipEvent>) =>
    concerns(event, participantId) && event.type !== 'ParticipantLeft' ? participantRoster.evolve(entry, event) : entry,
});

const concerns = ({ type, data }: Recorded<MembershipEvent>, participantId: string): boolean =>
  type.startsWith('Participant') && data.participantId === participantId;
