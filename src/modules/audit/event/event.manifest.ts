import { Module } from '@nestjs/common';
import { auditEvents } from '../../../../projections/audit-event/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AuditReadModule } from '../read/read.manifest.js';
import { AuditEventController } from './api/audit-event.controller.js';
import { AuditEvents } from './application/audit-events.service.js';
import { AuditStreams } from './application/audit-streams.service.js';

/** The events of a tenant, found by an index for each filter (contract 15). */
@Module({
  imports: [AuditReadModule],
  controllers: [AuditEventController],
  providers: [AuditEvents, AuditStreams],
  exports: [AuditEvents, AuditStreams],
})
export class AuditEventModule {}

export const auditEventManifest: Manifest = {
  name: 'audit-event',
  module: AuditEventModule,
  projections: [auditEvents],
};
