import type { Recorded } from '../../../kernel/event.js';
import type { ConversationEvent, DataRef } from '../../conversation/domain/conversation.events.js';
import type { MembershipEvent, ParticipantKind } from '../../participant/domain/participant.events.js';

/** What workflows ask of a conversation as it was at some moment. Folded from its own stream. */
export interface Scene {
  readonly conversationTypeId: string;
  readonly data?: DataRef;
  /** Of all who ever took part. */
  readonly kinds: ReadonlyMap<string, ParticipantKind>;
}

export const NO_SCENE: Scene = { conversationTypeId: '', kinds: new Map() };

/** Total: whatever else stands in the stream changes nothing. */
export function evolveScene(scene: Scene, event: Recorded): Scene {
  const { type, data } = event as Recorded<ConversationEvent | MembershipEvent>;
  switch (type) {
    case 'ConversationOpened':
      return withData({ ...scene, conversationTypeId: data.conversationTypeId }, data.data);
    case 'ConversationChanged': {
      const { conversationTypeId = scene.conversationTypeId } = data;
      return withData({ ...scene, conversationTypeId }, data.data);
    }
    case 'ParticipantJoined':
      return { ...scene, kinds: new Map(scene.kinds).set(data.participantId, data.kind) };
    default:
      return scene;
  }
}

/** undefined: as it was; null: none any more. */
function withData(scene: Scene, data: DataRef | null | undefined): Scene {
  if (data === undefined) return scene;
  const { data: _, ...rest } = scene;
  return data === null ? rest : { ...rest, data };
}
