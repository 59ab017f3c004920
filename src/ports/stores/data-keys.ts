import type { EndedSubject, KeySubject } from '../../kernel/event.js';
import { token } from '../../kernel/token.js';

export type { EndedSubject, KeySubject } from '../../kernel/event.js';

/** A sealed text: key id, nonce, ciphertext with its tag; the last two in base64. */
export interface Sealed {
  readonly k: string;
  readonly n: string;
  readonly c: string;
}

/**
 * `erased`: its key was ended. `missing`: the store has no such key and none that says that it was ended: a loss, never an
 * erasure. `absent`: the key is not in memory; load it.
 */
export type Opened =
  | { readonly state: 'open'; readonly text: string }
  | { readonly state: 'erased' }
  | { readonly state: 'missing' }
  | { readonly state: 'absent' };

/** Keys that seal data outside of the read models. Each can be ended; what it sealed is then unreadable, also in copies. */
export interface DataKeys {
  /** False: `load` has something to wait for. */
  has(tenantId: string, keyId: string): boolean;
  /** Loads keys by their ids, before `open`; makes none. */
  load(tenantId: string, keyIds: readonly string[]): Promise<void>;
  /**
   * Loads the keys of these subjects, and makes the missing ones durable, before `seal`. Returns nothing, so that nothing
   * waits, when all are in memory.
   */
  prepare(tenantId: string, subjects: readonly KeySubject[]): Promise<void> | undefined;
  /**
   * `boundTo` is bound to the text: it opens with the same alone. Under a key that was ended nothing is kept of the text.
   * @throws Error when the keys of the subject are not prepared
   */
  seal(tenantId: string, subject: KeySubject, text: string, boundTo: string): Sealed;
  /** @throws Error when the text was changed, or is bound to something else */
  open(tenantId: string, sealed: Sealed, boundTo: string): Opened;
  /** Durable when it returns. Other processes hear of it from the log. */
  end(tenantId: string, subjects: readonly EndedSubject[]): Promise<void>;
  /** Forgets all keys in memory, because another process may have ended some. */
  forgetAll(): void;
  /** HMAC-SHA-256 under a key of the tenant, in base64url: for digests of personal data. */
  mac(tenantId: string, purpose: string, text: string): Promise<string>;
  /** The same at once. @throws Error when the key of the tenant is not prepared */
  preparedMac(tenantId: string, purpose: string, text: string): string;
}

export const DATA_KEYS = token<DataKeys>('DataKeys');

/** Ids have no dot. */
export function keyIdOf(subject: KeySubject): string {
  switch (subject.kind) {
    case 'tenant':
      return 't';
    case 'user':
      return `u.${subject.id}`;
    case 'conversation':
      return `c.${subject.id}`;
    case 'participant':
      return `p.${subject.conversationId}.${subject.id}`;
    case 'message': {
      const { conversationId, sequence, participantId } = subject;
      return `m.${conversationId}.${sequence}${participantId === undefined ? '' : `.${participantId}`}`;
    }
  }
}

/** False for a text that `keyIdOf` never makes. */
export const isKeyId = (text: string): boolean => /^(?:t$|[ucpm]\.)/.test(text);

/** Undoes `keyIdOf`. @throws Error for another text */
export function subjectOfKey(keyId: string): KeySubject {
  const [kind, id = '', inner = '', participantId] = keyId.split('.');
  switch (kind) {
    case 't':
      return { kind: 'tenant' };
    case 'u':
      return { kind: 'user', id };
    case 'c':
      return { kind: 'conversation', id };
    case 'p':
      return { kind: 'participant', conversationId: id, id: inner };
    case 'm':
      return {
        kind: 'message',
        conversationId: id,
        sequence: Number(inner),
        ...(participantId !== undefined && { participantId }),
      };
    default:
      throw new Error(`${keyId} is not the id of a key.`);
  }
}
