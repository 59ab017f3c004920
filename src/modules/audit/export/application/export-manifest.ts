import { writePosition } from '../../../../catalogue/positions.js';
import { canonicalJson } from '../../../../lib/json/canonical-json.js';
import type { AuditExport } from './audit-export.js';

/** The signature of a finished export is over this: the request, the digest of the file, and the checkpoint. */
export const manifestText = (tenantId: string, done: AuditExport): string =>
  `${canonicalJson({
    id: done.id,
    tenant_id: tenantId,
    format: done.format,
    filters: done.filters,
    requested_by: done.requestedBy,
    requested_at: done.requestedAt,
    completed_at: done.endedAt,
    through: writePosition(done.through),
    events: done.events,
    bytes: done.bytes,
    sha256: done.sha256,
    checkpoint: done.checkpoint,
  })}\n`;
