import type { Location, Message } from '../../api.js';

/** Kinds of messages with a file. */
export type FileKind = Extract<Message, { readonly asset?: unknown }>['kind'];

/** Content of a message to send. */
export type Draft =
  | { readonly kind: 'TEXT' | 'REQUEST_LOCATION'; readonly text: string }
  | { readonly kind: 'LOCATION'; readonly location: Location }
  | { readonly kind: FileKind; readonly file: File; readonly text?: string };

/** A message that is not in the log yet, or whose file is not uploaded. */
export interface KeptMessage {
  /** Idempotency key and `source_id` of the message, the same for every attempt. */
  readonly key: string;
  readonly draft: Draft;
  readonly at: string;
  /** Id of the posted message, which waits for its file. */
  readonly messageId?: string;
}

/** Keeps unsent messages and a draft over reloads. A scope is one reader in one conversation. */
export interface OutboxStorage {
  /** Oldest first. */
  load(scope: string): Promise<readonly KeptMessage[]>;
  put(scope: string, message: KeptMessage): Promise<void>;
  remove(scope: string, key: string): Promise<void>;
  loadDraft(scope: string): Promise<string>;
  /** An empty text removes the draft. */
  saveDraft(scope: string, text: string): Promise<void>;
}

/** Keeps messages until the page is left. */
export function memoryOutbox(): OutboxStorage {
  const messages = new Map<string, Map<string, KeptMessage>>();
  const drafts = new Map<string, string>();
  return {
    load: async (scope) => [...(messages.get(scope)?.values() ?? [])],
    async put(scope, message) {
      const kept = messages.get(scope) ?? new Map<string, KeptMessage>();
      messages.set(scope, kept.set(message.key, message));
    },
    async remove(scope, key) {
      messages.get(scope)?.delete(key);
    },
    loadDraft: async (scope) => drafts.get(scope) ?? '',
    async saveDraft(scope, text) {
      if (text === '') drafts.delete(scope);
      else drafts.set(scope, text);
    },
  };
}
