import type { Event, Recorded } from './event.js';
import type { Instant } from './instant.js';
import { innerId, parseInnerId } from './stream.js';

/** Events of a stream, from one version to another, both inclusive. */
export interface ErasedRange {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

/** Where an erasure continues. It has erased the streams before `category`, and this one up to `version`. */
export interface ErasurePlace {
  readonly category: string;
  readonly version: number;
}

/** Subject of an erasure. */
export type Subject =
  | { readonly kind: 'conversation'; readonly conversationId: string }
  | { readonly kind: 'participant'; readonly conversationId: string; readonly participantId: string }
  | { readonly kind: 'message'; readonly conversationId: string; readonly messageId: string }
  | { readonly kind: 'user'; readonly userId: string };

export type SubjectOf<K extends Subject['kind']> = Extract<Subject, { readonly kind: K }>;

/**
 * Key of a subject. It is also the id of the stream of its erasure. Each subject has one, so a repeated request finds the
 * first erasure. No id that a caller chooses is empty or has a `.`, so keys of different subjects differ.
 */
export function subjectKey(subject: Subject): string {
  if (subject.kind === 'user') return innerId('', subject.userId);
  const { conversationId } = subject;
  if (subject.kind === 'conversation') return conversationId;
  const inner = subject.kind === 'participant' ? subject.participantId : innerId('', subject.messageId);
  return innerId(conversationId, inner);
}

export function subjectOf(key: string): Subject {
  if (!key.includes('.')) return { kind: 'conversation', conversationId: key };
  const [conversationId, id] = parseInnerId(key);
  if (conversationId === '') return { kind: 'user', userId: id };
  return id.startsWith('.')
    ? { kind: 'message', conversationId, messageId: id.slice(1) }
    : { kind: 'participant', conversationId, participantId: id };
}

/** A user is erased, and every participant that they were. The stream is that of the erasure. */
export type UserErased = Event<'UserErased', { readonly userId: string }>;

/**
 * The documents that these events made are removed from every read model that is erased with its conversation. With
 * `participantId`, each of them keeps what is not about the participant.
 */
export type ErasureAdvanced = Event<
  'ErasureAdvanced',
  { readonly ranges: readonly ErasedRange[]; readonly through?: ErasurePlace; readonly participantId?: string }
>;

/** Nothing of the subject is left outside of the log, where its keys have ended. Earlier versions said nothing more. */
export type ErasureCompleted = Event<
  'ErasureCompleted',
  { readonly events?: number; readonly completedAt?: Instant; readonly signature?: string }
>;

export type ErasureEvent = UserErased | ErasureAdvanced | ErasureCompleted;

export const isErasure = (event: Recorded): event is Recorded<ErasureAdvanced> => event.type === 'ErasureAdvanced';

/** Each read model removes the next documents of the tenant. */
export type TenantErasureAdvanced = Event<'TenantErasureAdvanced', Record<string, never>>;

/** Nothing of the tenant is left outside of the log. Each read model removes the documents that it still has. */
export type TenantErased = Event<'TenantErased', Record<string, never>>;

export type TenantErasureEvent = TenantErasureAdvanced | TenantErased;

/** Types of the events that change documents of every read model. */
export const erasureTypes = ['ErasureAdvanced', 'TenantErasureAdvanced', 'TenantErased'] as const;

export const isTenantErasure = (event: Recorded): event is Recorded<TenantErasureEvent> =>
  event.type === 'TenantErasureAdvanced' || event.type === 'TenantErased';

/** Number of events in the ranges. */
export const eventsIn = (ranges: readonly ErasedRange[]): number =>
  ranges.reduce((count, { from, to }) => count + to - from + 1, 0);

/** Kinds of erasures that are listed with each other. The deletion of a message is its own certificate. */
export type ErasureKind = 'CONVERSATION' | 'PARTICIPANT' | 'USER' | 'RETENTION' | 'MESSAGE';

/** The erasure of a subject, as its certificate says. */
export interface Erasure {
  /** Id of the event that decided it. */
  readonly id: string;
  readonly kind: ErasureKind;
  readonly subjectId: string;
  readonly conversationId?: string;
  /** Actor of the request: `user:…`, `key:…` or `system`. */
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  readonly completedAt?: Instant;
  /** Number of events with erased content. */
  readonly events: number;
  readonly signature?: string;
}
