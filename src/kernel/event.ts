import type { Instant } from './instant.js';

/** A place in the whole log. Grows; gaps mean nothing. 0 is before the first event. */
export type Position = number;

/** A moment of the past: a position, or a time with everything up to it. */
export type Moment = Position | Instant;

/** A fact, past tense. `type` is storage and never renamed; a new meaning gets a new name. */
export interface Event<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** A span of a trace, by the ids of W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** Metadata of a recorded event. */
export interface Meta {
  readonly id: string;
  readonly tenantId: string;
  readonly stream: string;
  /** Counts from 1 in its stream. */
  readonly version: number;
  readonly position: Position;
  readonly at: Instant;
  /** Cause of the event: `user:…`, `key:…`, `participant:…`, `workflow:…`, `operator` or `system`. */
  readonly actor: string;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  /** How many effects lie between this event and what came from outside; left out: none. */
  readonly depth?: number;
  /** Id of the outside event at the head of the causation chain; left out: this event is that one. */
  readonly rootId?: string;
  /** Id that the caller gave the request; left out: the request has no other than the correlation id. */
  readonly requestId?: string;
  /** Under which the given id is found; it stays when the subject is erased. */
  readonly requestDigest?: string;
  /** Span in which its command came; left out: none is known, or the subject is erased. */
  readonly trace?: TraceContext;
  /** Its subject is erased: the personal members of its data are left out. */
  readonly erased?: true;
}

export type Recorded<E extends Event = Event> = E & { readonly meta: Meta };

/** Lifts the data of one schema version to the next version. */
export type Upcaster = (data: unknown) => unknown;

/** A member of an event's data, or a dotted path that begins with one. */
export type DataPath<D> = Extract<keyof D, string> | `${Extract<keyof D, string>}.${string}`;

/** A key seals the data of its subject and ends with the erasure of it. */
export type KeySubject =
  | { readonly kind: 'tenant' }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'conversation'; readonly id: string }
  | { readonly kind: 'participant'; readonly conversationId: string; readonly id: string }
  /** `participantId`: its author; the key ends with the author's too. */
  | {
      readonly kind: 'message';
      readonly conversationId: string;
      readonly sequence: number;
      readonly participantId?: string;
    };

/** A subject, all messages of a conversation up to a sequence, inclusive, or everything of the tenant. */
export type EndedSubject =
  | { readonly kind: 'everything' }
  | Exclude<KeySubject, { readonly kind: 'message' }>
  | { readonly kind: 'message'; readonly conversationId: string; readonly sequence: number }
  | { readonly kind: 'messages'; readonly conversationId: string; readonly upTo: number };

/**
 * Kind of the subject whose key seals the personal members. The stream is that of the user or the conversation, unless the
 * data name a conversation. The data name participant and message.
 */
export type SubjectKind = 'tenant' | 'user' | 'conversation' | 'participant' | 'message';

export interface EventType<Path extends string = string, D = never> {
  /** Schema version in which the event is written today. */
  readonly version: number;
  /** Members that hold text or data about people; the log keeps them sealed. */
  readonly personal: readonly Path[];
  readonly subject: SubjectKind;
  /** The keys that the event ends. */
  readonly ends?: (data: D, streamId: string) => readonly EndedSubject[];
  /** By the version they lift from. */
  readonly upcasters?: Readonly<Record<number, Upcaster>>;
}

/** The declaration of every event type that a module writes. */
export type EventTypes<E extends Event> = {
  readonly [T in E['type']]: EventType<DataPath<Extract<E, { type: T }>['data']>, Extract<E, { type: T }>['data']>;
};
