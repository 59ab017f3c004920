import type { AuditFilters } from '../../../../../projections/audit-event/reads.js';
import type { Position } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_STATUSES = ['RUNNING', 'DONE', 'FAILED'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Why an export failed. */
export const EXPORT_FAILURES = ['disk_full', 'too_large', 'internal'] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** The request of an export. */
export interface ExportRequest {
  readonly id: string;
  readonly format: ExportFormat;
  /** As the request has them, and as the index takes them. */
  readonly filters: object;
  readonly chosen: AuditFilters;
  readonly descending: boolean;
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  /** The newest event of the log then. Later ones are left out. */
  readonly through: Position;
}

/** An export with its progress. Each part of the file has a key of its own, without which nobody can read it. */
export interface AuditExport extends ExportRequest {
  readonly status: ExportStatus;
  /** Position of the last event that was looked at. */
  readonly place?: Position;
  readonly events: number;
  /** Bytes of the file. */
  readonly bytes: number;
  readonly keys: readonly string[];
  /** The newest event of the file. */
  readonly newest?: { readonly id: string; readonly position: Position };
  readonly sha256?: string;
  /** Signed note of a checkpoint that covers every event of the file. */
  readonly checkpoint?: string;
  readonly failure?: ExportFailure;
  readonly endedAt?: Instant;
  readonly expiresAt: Instant;
}

/** Share of the positions that were looked at, from 0 to 1. */
export function progressOf({ status, place, through, descending, chosen: { after } }: AuditExport): number {
  if (status === 'DONE') return 1;
  const from = typeof after === 'number' ? Math.min(after, through) : 0;
  if (place === undefined || from === through) return 0;
  const share = (descending ? through - place : place - from) / (through - from);
  return Math.floor(Math.max(0, Math.min(0.99, share)) * 100) / 100;
}
