import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { TenantModule } from '../../tenants/tenant/tenant.manifest.js';
import { AuditEventModule } from '../event/event.manifest.js';
import { AuditReadModule } from '../read/read.manifest.js';
import { TraceController } from './api/trace.controller.js';
import { TraceOperation } from './api/trace-operation.service.js';
import { TraceStart } from './application/trace-start.service.js';
import { Traces } from './application/traces.service.js';

/** Events with what caused them and what they led to (contract 15). */
@Module({
  imports: [AuditEventModule, AuditReadModule, TenantModule],
  controllers: [TraceController],
  providers: [TraceOperation, TraceStart, Traces],
})
export class TraceModule {}

export const traceManifest: Manifest = {
  name: 'trace',
  module: TraceModule,
  operatorCommands: { trace: TraceOperation },
};
