import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

/** Someone types, or has a conversation open before them: pushed to who listens now, never in the log, never replayed. */
export interface Signal {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly participantId: string;
  readonly kind: 'typing' | 'open';
  readonly at: Instant;
  readonly sourceId?: string;
}

export interface Signals {
  publish(signal: Signal): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (signal: Signal) => void): () => void;
}

export const SIGNALS = token<Signals>('Signals');
