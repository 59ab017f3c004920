import type { Request } from './client.js';

export const KINDS = [
  'message',
  'open',
  'put',
  'change',
  'data',
  'label',
  'lock',
  'seen',
  'join',
  'rename',
  'user',
  'api-key',
  'type',
  'delete',
  'archive',
  'sign-up',
] as const;
export type Kind = (typeof KINDS)[number];

/** One write that the load asks for. */
export interface Wish extends Request {
  readonly n: number;
  readonly kind: Kind;
  readonly tenantId: string;
  /** Where it happens, for those that happen in a conversation. */
  readonly conversationId?: string;
  /** Stands in the one event that the wish leaves, and in no other; reading leaves a sequence instead. */
  readonly mark: string;
  /** Asked again after a crash it has its effect once: by Idempotency-Key, by source_id or by its nature. */
  readonly repeatable: boolean;
  /** What it is named or how far it goes, where the answer does not say so. */
  readonly about?: { readonly id?: string; readonly sequence?: number; readonly joining?: number };
}

/** What an answer is remembered by. */
export interface PublishedEvent {
  readonly id?: string;
  readonly sequence?: number;
  readonly apiKey?: string;
  readonly tenantId?: string;
  /** Digest of the whole body, of keyed requests: asked again they are answered so once more. */
  readonly digest?: string;
}

/** Nobody knows about a wish without an answer. */
export type Outcome =
  | { readonly is: 'unknown' }
  | { readonly is: 'acked'; readonly status: number; readonly told: PublishedEvent }
  | { readonly is: 'refused'; readonly status: number; readonly code: string };

export interface Entry {
  readonly wish: Wish;
  readonly outcome: Outcome;
}

export const isKeyed = ({ headers }: Wish): boolean => headers?.['idempotency-key'] !== undefined;
