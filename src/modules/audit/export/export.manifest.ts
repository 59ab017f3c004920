import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { CheckpointModule } from '../../tenants/checkpoint/checkpoint.manifest.js';
import { AuditEventModule } from '../event/event.manifest.js';
import { AuditReadModule } from '../read/read.manifest.js';
import { ExportController } from './api/export.controller.js';
import { ExportViews } from './api/export.views.js';
import { ExportDownloadController } from './api/export-download.controller.js';
import { CoveringCheckpoint } from './application/covering-checkpoint.service.js';
import { ExportEraser } from './application/export.eraser.js';
import { ExportWorker } from './application/export.worker.js';
import { ExportFiles } from './application/export-files.service.js';
import { ExportStep } from './application/export-step.service.js';
import { ExportStore } from './application/export-store.service.js';

/** Exports of events: files with signed manifests, written by a worker (contract 15). */
@Module({
  imports: [AuditEventModule, AuditReadModule, CheckpointModule],
  controllers: [ExportController, ExportDownloadController],
  providers: [ExportViews, ExportStore, ExportFiles, ExportStep, ExportWorker, ExportEraser, CoveringCheckpoint],
})
export class ExportModule {}

export const exportManifest: Manifest = {
  name: 'export',
  module: ExportModule,
  workers: [ExportWorker],
  operationalKinds: retained('audit-export', 'audit-export-subjects', 'audit-export-places'),
  erases: [{ places: ['audit-export', 'audit-export-subjects', 'auditExportFiles'], eraser: ExportEraser }],
};
