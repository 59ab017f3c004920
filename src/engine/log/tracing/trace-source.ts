import type { Recorded } from '../../../kernel/event.js';
import type { Instant } from '../../../kernel/instant.js';

interface TracedAttempt {
  readonly at: Instant;
  readonly statusCode?: number;
  readonly durationMs: number;
  readonly error?: string;
}

export interface TracedDelivery {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly TracedAttempt[];
}

export interface TracedNotification {
  readonly id: string;
  readonly channel: string;
  /** Absent where its outcome is no longer kept. */
  readonly status?: string;
}

export interface TracedRun {
  readonly id: string;
  readonly workflowId: string;
  readonly status: string;
}

/** Consequences of an event outside of the log. Absent: none that is still kept. */
export interface Traced {
  readonly frames?: readonly string[];
  readonly webhooks?: readonly TracedDelivery[];
  readonly notifications?: readonly TracedNotification[];
  readonly runs?: readonly TracedRun[];
}

/** Finds the consequences of an event in a module, and the event of a consequence, by index. */
export interface TraceSource {
  of(event: Recorded): Promise<Traced>;
  /** Id of the event from which the thing with this id follows; undefined where it is unknown or no longer kept. */
  eventOf?(tenantId: string, id: string): Promise<string | undefined>;
}
