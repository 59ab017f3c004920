import type { Recorded } from '../../kernel/event.js';
import { parseInnerId, parseStreamName } from '../../kernel/stream.js';
import { type MessageDto, withoutUploadUrl } from '../../modules/conversations/message/api/message.dto.js';
import {
  conversationForClient,
  type ParticipantForClient,
  participantForClient,
  type UserNaming,
} from '../../modules/conversations/participant/api/client-view.dto.js';
import type {
  ErasedParticipantDto,
  ParticipantDto,
} from '../../modules/conversations/participant/api/participant.dto.js';
import type { PublishableEvent, PublishedEvent } from '../published/published-event.js';
import type { Frame, SignalFrame } from './frame.js';

export type ClientFrame<F> = Omit<F, 'participant'> & {
  readonly participant?: ParticipantForClient | ErasedParticipantDto;
};

/** A frame as the clients of its conversation are sent it. Clients that are in neither member are sent none. */
export interface ClientFrames<F extends Frame | SignalFrame> {
  /** For every client except the one of `own`. */
  readonly others?: ClientFrame<F>;
  readonly own?: { readonly participantId: string; readonly frame: ClientFrame<F> };
}

/** `subject`: only the participant that the event is about. */
type Audience = 'everyone' | 'subject' | 'nobody';
type EventOf<T> = Recorded<Extract<PublishableEvent, { type: T }>>;

const everyone = (): Audience => 'everyone';
const nobody = (): Audience => 'nobody';

/** The clients that an event concerns: a change of members that clients are not shown concerns none (contract 2). */
const audiences: { readonly [T in PublishableEvent['type']]: (event: EventOf<T>) => Audience } = {
  ConversationOpened: everyone,
  ConversationChanged: ({ data: { data: _, ...shown } }) => (Object.keys(shown).length > 0 ? 'everyone' : 'nobody'),
  ConversationArchived: everyone,
  ConversationLabelled: nobody,
  ConversationLocked: nobody,
  ConversationUnlocked: nobody,
  ConversationLockExpired: nobody,
  LegalHoldPlaced: nobody,
  LegalHoldLifted: nobody,
  ConversationRemoved: nobody,
  ConversationErased: nobody,
  ParticipantJoined: everyone,
  ParticipantChanged: ({ data: { displayName, unnamed } }) =>
    displayName === undefined && unnamed === undefined ? 'subject' : 'everyone',
  ParticipantLeft: everyone,
  ParticipantErased: nobody,
  MessagePosted: everyone,
  MessageDeleted: everyone,
  AssetStatusChanged: everyone,
  MessageSeen: () => 'subject',
};

const subjectOf = ({ type, data, meta }: Recorded<PublishableEvent>): string =>
  type === 'ParticipantChanged' ? data.participantId : parseInnerId(parseStreamName(meta.stream).id)[1];

/** Frame of an event for clients: the same frame, without the members that clients cannot see. `usersName` as `Frames` finds it. */
export function clientFrames({ event }: PublishedEvent, frame: Frame, usersName?: string): ClientFrames<Frame> {
  const audience = (audiences[event.type] as (event: Recorded<PublishableEvent>) => Audience)(event);
  if (audience === 'nobody') return {};
  const { conversation, participant } = frame;
  const shown = conversation ? { ...frame, conversation: conversationForClient(conversation) } : frame;
  if (frame.message?.asset?.upload_url !== undefined) return withoutUpload(shown, frame.message);
  if (audience === 'subject') return { own: { participantId: subjectOf(event), frame: shown } };
  if (!participant || 'erased' in participant) return { others: shown };
  const unnamed = event.type === 'ParticipantJoined' && event.data.unnamed === true;
  return framesFor(frame, participant, { unnamed, usersName });
}

/** Signals are sent to every client. */
export const clientSignals = (frame: SignalFrame, naming: UserNaming): ClientFrames<SignalFrame> =>
  framesFor(frame, frame.participant, naming);

/** Only the author of a message is given its upload URL. */
const withoutUpload = (frame: Frame, message: MessageDto): ClientFrames<Frame> => ({
  others: { ...frame, message: withoutUploadUrl(message) },
  own: { participantId: message.participant_id, frame },
});

/** The participant itself is shown whole, the others are shown its name. */
const framesFor = <F extends Frame | SignalFrame>(frame: F, participant: ParticipantDto, naming: UserNaming) => ({
  others: { ...frame, participant: participantForClient(participant, naming) },
  own: { participantId: participant.id, frame },
});

/** The frame that one client is sent; undefined: none. */
export const frameFor = <F extends Frame | SignalFrame>(
  { own, others }: ClientFrames<F>,
  participantId: string,
): ClientFrame<F> | undefined => (own?.participantId === participantId ? own.frame : others);
