import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { AuditReads } from './application/audit-reads.service.js';
import { auditReadDecider, NoteAuditRead } from './domain/audit-read.decider.js';
import { auditReadEventTypes } from './domain/audit-read.events.js';

/** Reads of the audit are in the audit (contract 15). */
@Module({ providers: [AuditReads], exports: [AuditReads] })
export class AuditReadModule {}

export const auditReadManifest: Manifest = {
  name: 'audit-read',
  module: AuditReadModule,
  events: auditReadEventTypes,
  deciders: [{ decider: auditReadDecider, commands: [NoteAuditRead] }],
};
