import { command } from '../../../../kernel/command.js';
import type { Decider } from '../../../../kernel/decider.js';
import type { AuditRead } from './audit-read.events.js';

/** Notes reads of the audit. The target is who reads. */
export class NoteAuditRead extends command('NoteAuditRead')<AuditRead['data']> {}

/** The reads of one reader in one stream. No read is refused. */
export const auditReadDecider: Decider<NoteAuditRead, null, AuditRead> = {
  category: 'auditRead',
  initial: null,
  window: 1,
  decide: ({ data }) => [{ type: 'AuditRead', data }],
  evolve: () => null,
};
