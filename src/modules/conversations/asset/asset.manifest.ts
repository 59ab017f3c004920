import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AssetController } from './api/asset.controller.js';
import { AssetEraser } from './application/asset.eraser.js';
import { AssetProcessing } from './application/asset-processing.service.js';
import { AssetWorker } from './application/asset-worker.service.js';
import { Downloads } from './application/downloads.service.js';
import { Uploads } from './application/uploads.service.js';
import { AssetServices } from './asset.services.js';

@Module({
  imports: [AssetServices],
  controllers: [AssetController],
  providers: [Uploads, Downloads, AssetEraser, AssetProcessing, AssetWorker],
})
export class AssetModule {}

export const assetManifest: Manifest = {
  name: 'asset',
  module: AssetModule,
  workers: [AssetWorker],
  operationalKinds: retained('asset-upload'),
  erases: [{ places: ['asset-upload', 'assetFiles'], eraser: AssetEraser }],
};
