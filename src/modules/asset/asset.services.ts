import { Module } from '@nestjs/common';
import { AssetStatuses } from './application/asset-status.service.js';
import { AssetUrls } from './application/asset-urls.service.js';
import { UploadRecords } from './application/upload-records.js';

/** Services that other modules inject. */
@Module({ providers: [AssetUrls, UploadRecords, AssetStatuses], exports: [AssetUrls, UploadRecords, AssetStatuses] })
export class AssetServices {}
