import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { Metrics } from '../../../http/metrics/metrics.js';
import { WorkerMetrics } from '../../../http/metrics/worker-metrics.js';
import { ApiReference } from '../../../http/openapi/document/openapi.js';
import { ServiceController } from './api/service.controller.js';
import { AuditRepair } from './application/audit-repair.js';
import { SelfReport } from './application/self-report.js';

@Module({
  controllers: [ServiceController],
  providers: [Metrics, ApiReference, WorkerMetrics, AuditRepair, SelfReport],
  exports: [Metrics, ApiReference],
})
export class ServiceModule {}

export const serviceManifest: Manifest = {
  name: 'service',
  module: ServiceModule,
  operatorCommands: { 'audit repair': AuditRepair, doctor: SelfReport },
};
