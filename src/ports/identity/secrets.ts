import { token } from '../../kernel/token.js';

/** Keeps secrets of tenants unreadable in events, documents and backups. */
export interface Secrets {
  /** `purpose` is bound to the text: what was sealed for one opens for no other. */
  seal(purpose: string, plain: string): string;
  /** @throws Error when the purpose is another, or the master key */
  unseal(purpose: string, sealed: string): string;
  /** Equal values of one purpose have equal digests, which only the master key can make. */
  digest(purpose: string, value: string | Uint8Array): string;
}

export const SECRETS = token<Secrets>('Secrets');
