import { Module } from '@nestjs/common';
import { Geocoding } from './application/geocoding.service.js';
import { LocationAddresses } from './application/location-addresses.service.js';

/** Services that other modules inject. */
@Module({ providers: [Geocoding, LocationAddresses], exports: [Geocoding, LocationAddresses] })
export class GeocoderServices {}
