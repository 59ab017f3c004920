import type { Event, EventTypes } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import { token } from '../../../../kernel/token.js';

/** Least milliseconds between two events about reads of one reader with the same filters. */
export const AUDIT_READ_MS = token<number>('AuditReadMs');

/** Calls that read the audit. */
export const AUDIT_CALLS = ['events', 'diff', 'trace', 'export'] as const;
export type AuditCall = (typeof AUDIT_CALLS)[number];

/** Someone read the audit `count` times with these filters, from the first call to the last. */
export type AuditRead = Event<
  'AuditRead',
  {
    readonly call: AuditCall;
    /** Addresses and request ids are digests. Left out where too many different ones are summed up. */
    readonly filters?: Readonly<Record<string, unknown>>;
    readonly from: Instant;
    readonly to: Instant;
    readonly count: number;
  }
>;

export const auditReadEventTypes: EventTypes<AuditRead> = {
  AuditRead: { version: 1, personal: [], subject: 'tenant' },
};
