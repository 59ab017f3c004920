import { NO_TENANT } from '../../../kernel/stream.js';
import type { OperationalKey } from '../../../ports/stores/operational-store.js';
import type { EventPlace } from '../tail/followed-event.js';

/** The log that the operational store belongs to. An operational store without it is new, or it was lost. */
export interface KnownLog {
  /** Identity of the log; undefined while it is empty. */
  readonly log?: number | undefined;
  /** A known text under the master key, which proves the key of a later start. */
  readonly sealed: string;
  /** After a loss: subscribers without a checkpoint begin behind this event. */
  readonly effectsFrom?: EventPlace;
}

export const KNOWN_LOG: OperationalKey = { tenantId: NO_TENANT, kind: 'known-log', id: 'log' };
