import { hash } from 'node:crypto';
import type { Instant } from '../../../../kernel/instant.js';

export const CLIENT_AUTH_KEY_BYTES = 16;
/** `CLIENT_AUTH_KEY_BYTES` in base64url. */
const TEXT = /^[\w-]{22}$/;

/** The participant that a key lets in. */
export interface ClientAuthKeyHolder {
  readonly conversationId: string;
  readonly participantId: string;
}

/** The newest keys of one participant, oldest first. */
export type IssuedKeys = readonly { readonly digest: string; readonly due: Instant }[];

/** Reads the key's entry from the operational store; undefined when the text is not a key. */
export const clientAuthKeyDigest = (text: string): string | undefined =>
  TEXT.test(text) ? hash('sha256', text, 'base64url') : undefined;
