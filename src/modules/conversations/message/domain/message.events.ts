import type { AssetFailure, AssetStatus } from '../../../../catalogue/assets.js';
import type { Event, EventTypes } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { RetentionPolicy } from '../../../../kernel/retention.js';

export const MESSAGE_KINDS = ['TEXT', 'LOCATION', 'IMAGE', 'VIDEO', 'AUDIO', 'REQUEST_LOCATION'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const LOCATION_SOURCES = ['MANUAL', 'GPS'] as const;

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  /** Meters. */
  readonly accuracy?: number;
  readonly positionedAt?: string;
  readonly source?: (typeof LOCATION_SOURCES)[number];
  readonly language?: string;
}

export interface Content {
  readonly kind: MessageKind;
  readonly text?: string;
  readonly location?: Location;
  readonly formattedAddress?: string;
}

/** The asset of a media message. Its bytes lie in the asset store, under the names in `file` and `thumbnail`. */
export interface Asset {
  readonly status: AssetStatus;
  /** Why the upload failed. Events of earlier versions do not say. */
  readonly failure?: AssetFailure;
  readonly file?: string;
  readonly thumbnail?: string;
  /** Media type of the file. */
  readonly type?: string;
  /** Bytes of the file. */
  readonly size?: number;
}

/** `seenBy`: the participant whose read marker this moves: the author, or the marker that all users share. */
export type MessagePosted = Event<
  'MessagePosted',
  Content & {
    readonly messageId: string;
    readonly sequence: number;
    readonly participantId: string;
    readonly seenBy: string;
    readonly sourceId?: string;
  }
>;

/** An event about an earlier message. `lastSequence`: the log's, for who reads only its tail. */
interface Later {
  readonly messageId: string;
  readonly sequence: number;
  readonly lastSequence: number;
}

/** Its text, location and asset are gone from every read model. `media`: it has an asset, whose files are removed. */
export type MessageDeleted = Event<'MessageDeleted', Later & { readonly media?: true }>;

/** The asset has another status. The members of the asset are those from now on. */
export type AssetStatusChanged = Event<'AssetStatusChanged', Later & { readonly asset: Asset }>;

export type MessageEvent = MessagePosted | MessageDeleted | AssetStatusChanged;

/** Retention requests the removal of the conversation. */
export interface RemovalAsked extends RetentionPolicy {
  readonly runId: string;
  readonly conversationTypeId: string;
  /** The time at which it is due. A clock that goes back or on meanwhile changes nothing. */
  readonly at: Instant;
}

/** State of the messages at the end of their log. */
interface LastMessage {
  readonly lastSequence: number;
  /** Time of the last event before it of a message; absent where there is none. */
  readonly lastAt?: Instant;
}

/** No message is accepted while it is decided whether the conversation is removed, nor afterwards if it is. */
export type MessagesEnded = Event<'MessagesEnded', LastMessage & { readonly removal: RemovalAsked }>;

/** The conversation was not removed after all. */
export type MessagesReopened = Event<'MessagesReopened', LastMessage>;

/** Refuses messages, of one author where `participantId` is set. Each archiving and each removal has its own. */
export interface Gate {
  readonly gate: string;
  readonly participantId?: string;
}

/** Comes before the end of what messages rest on, so that no message is behind that end. */
export type MessagesClosed = Event<'MessagesClosed', LastMessage & Gate>;

export type MessagesOpened = Event<'MessagesOpened', LastMessage & Pick<Gate, 'gate'>>;

/** All gates that are closed, for readers of the newest events alone. */
export type MessageGatesRepeated = Event<'MessageGatesRepeated', LastMessage & { readonly gates: readonly Gate[] }>;

export type MessageGateEvent = MessagesClosed | MessagesOpened | MessageGatesRepeated;

/** Events of the stream of messages that readers of messages do not receive. */
export type MessageClosureEvent = MessagesEnded | MessagesReopened | MessageGateEvent;

export const messageEventTypes: EventTypes<MessageEvent> = {
  MessagePosted: { version: 1, personal: ['text', 'location', 'formattedAddress'], subject: 'message' },
  MessageDeleted: {
    version: 1,
    personal: [],
    subject: 'conversation',
    ends: ({ sequence }, conversationId) => [{ kind: 'message', conversationId, sequence }],
  },
  AssetStatusChanged: { version: 1, personal: [], subject: 'conversation' },
};

export const messageClosureEventTypes: EventTypes<MessageClosureEvent> = {
  MessagesEnded: { version: 1, personal: [], subject: 'conversation' },
  MessagesReopened: { version: 1, personal: [], subject: 'conversation' },
  MessagesClosed: { version: 1, personal: [], subject: 'conversation' },
  MessagesOpened: { version: 1, personal: [], subject: 'conversation' },
  MessageGatesRepeated: { version: 1, personal: [], subject: 'conversation' },
};
