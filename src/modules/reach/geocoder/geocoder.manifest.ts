import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { GeocoderController } from './api/geocoder.controller.js';
import { GeocoderServices } from './geocoder.services.js';

@Module({ imports: [GeocoderServices], controllers: [GeocoderController] })
export class GeocoderModule {}

export const geocoderManifest: Manifest = { name: 'geocoder', module: GeocoderModule };
