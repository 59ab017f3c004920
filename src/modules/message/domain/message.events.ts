import type { Event, EventTypes } from '../../../kernel/event.js';

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

/** Its text, location and asset are gone from every read model. `lastSequence`: the log's, for who reads only its tail. */
export type MessageDeleted = Event<
  'MessageDeleted',
  { readonly messageId: string; readonly sequence: number; readonly lastSequence: number }
>;

export type MessageEvent = MessagePosted | MessageDeleted;

export const messageEventTypes: EventTypes<MessageEvent> = {
  MessagePosted: { version: 1, personal: ['text', 'location', 'formattedAddress'] },
  MessageDeleted: { version: 1, personal: [] },
};
