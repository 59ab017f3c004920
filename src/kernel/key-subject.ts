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

/** A subject, or all messages of a conversation up to a sequence, inclusive. */
export type EndedSubject =
  | Exclude<KeySubject, { readonly kind: 'message' }>
  | { readonly kind: 'message'; readonly conversationId: string; readonly sequence: number }
  | { readonly kind: 'messages'; readonly conversationId: string; readonly upTo: number };
