import { Module } from '@nestjs/common';
import { AssetStatuses } from './application/asset-status.service.js';
import { UploadRecords } from './application/upload-records.js';

/** Services that other modules inject. */
@Module({ providers: [UploadRecords, AssetStatuses], exports: [UploadRecords, AssetStatuses] })
export class AssetServices {}
