import { OrderedMap } from 'immutable';
import type { Recorded } from '../../../../kernel/event.js';
import type { ConversationEvent, DataRef } from '../../../conversations/conversation/domain/conversation.events.js';
import type { MembershipEvent, ParticipantKind } from '../../../conversations/conversation/domain/membership.events.js';

/** Facts of a conversation at a moment that workflows need. Folded from its own stream. */
export interface ConversationSnapshot {
  readonly conversationTypeId: string;
  readonly data?: DataRef;
  /** Kinds of all present and former participants. */
  readonly kinds: OrderedMap<string, ParticipantKind>;
}

export const EMPTY_SNAPSHOT: ConversationSnapshot = { conversationTypeId: '', kinds: OrderedMap() };

/** Total: any other event of the stream changes nothing. */
export function evolveSnapshot(snapshot: ConversationSnapshot, event: Recorded): ConversationSnapshot {
  const { type, data, meta } = event as Recorded<ConversationEvent | MembershipEvent>;
  switch (type) {
    case 'ConversationOpened':
      return withData(
        { ...snapshot, conversationTypeId: data.conversationTypeId },
        meta.erased ? undefined : data.data,
      );
    case 'ConversationChanged': {
      const { conversationTypeId = snapshot.conversationTypeId } = data;
      return withData({ ...snapshot, conversationTypeId }, meta.erased ? undefined : data.data);
    }
    case 'ParticipantJoined':
      return { ...snapshot, kinds: snapshot.kinds.set(data.participantId, data.kind) };
    default:
      return snapshot;
  }
}

/** undefined: as it was; null: none any more. */
function withData(snapshot: ConversationSnapshot, data: DataRef | null | undefined): ConversationSnapshot {
  if (data === undefined) return snapshot;
  const { data: _, ...rest } = snapshot;
  return data === null ? rest : { ...rest, data };
}
