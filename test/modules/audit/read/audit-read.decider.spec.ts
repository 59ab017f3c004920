import { test } from 'vitest';
import { instant } from '../../../../src/kernel/instant.js';
import { auditReadDecider, NoteAuditRead } from '../../../../src/modules/audit/read/domain/audit-read.decider.js';
import type { AuditRead } from '../../../../src/modules/audit/read/domain/audit-read.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const at = instant('2030-01-01T09:00:00Z');
const data = { call: 'events', filters: { type: ['UserCreated'] }, from: at, to: at, count: 1 } as const;
const read: AuditRead = { type: 'AuditRead', data };

test('every read of the audit is noted, also one like the last', () => {
  const note = new NoteAuditRead('anna', data, commandMeta());
  given(auditReadDecider)().when(note).gives(read);
  given(auditReadDecider)(read).when(note).gives(read);
});
