import { Module } from '@nestjs/common';
import { auditEvents } from '../../../../projections/audit-event/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AuditEvents } from './application/audit-events.service.js';

/** The events of a tenant, found by an index for each filter (contract 15). */
@Module({ providers: [AuditEvents], exports: [AuditEvents] })
export class AuditEventModule {}

export const auditEventManifest: Manifest = {
  name: 'audit-event',
  module: AuditEventModule,
  projections: [auditEvents],
};
