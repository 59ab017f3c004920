import { dayOf, isSoonAfter } from '../../../../embed/src/groups.js';
import type { Member, Sequenced } from '../../../../sdk/src/store.js';

/** A message with what its neighbours and its readers make of it. */
export interface Row {
  readonly message: Sequenced;
  readonly author: Member | undefined;
  readonly isOwn: boolean;
  readonly isFirstOfDay: boolean;
  /** It goes on the group of the message before. */
  readonly follows: boolean;
  /** The last message of its group. */
  readonly isLast: boolean;
  /** Names of those who have seen everything up to this message. */
  readonly seenBy: readonly string[];
}

/** Rows of a run of messages, the oldest first. */
export function rowsOf(
  messages: readonly Sequenced[],
  participants: ReadonlyMap<string, Member>,
  self: Member | undefined,
): readonly Row[] {
  const readers = readersBySequence(participants, self);
  const follows = messages.map((message, at) => {
    const before = messages[at - 1];
    return (
      before !== undefined && dayOf(before.created_at) === dayOf(message.created_at) && isSoonAfter(before, message)
    );
  });
  return messages.map((message, at) => {
    const before = messages[at - 1];
    return {
      message,
      author: participants.get(message.participant_id),
      isOwn: self !== undefined && message.participant_id === self.id,
      isFirstOfDay: before === undefined || dayOf(before.created_at) !== dayOf(message.created_at),
      follows: follows[at] ?? false,
      isLast: !follows[at + 1],
      seenBy: (readers.get(message.sequence) ?? [])
        .filter(({ id }) => id !== message.participant_id)
        .map(({ display_name }) => display_name),
    };
  });
}

/** Other people by the last message that they have seen. */
function readersBySequence(participants: ReadonlyMap<string, Member>, self: Member | undefined) {
  const people = [...participants.values()].filter(
    ({ id, kind }) => id !== self?.id && (kind === 'USER' || kind === 'CLIENT'),
  );
  return Map.groupBy(people, (each) => ('last_message_sequence_seen' in each ? each.last_message_sequence_seen : 0));
}
