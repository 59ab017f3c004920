import { Module } from '@nestjs/common';
import { apiKeys } from '../../../../projections/api-key/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ApiKeyController } from './api/api-key.controller.js';
import { apiKey } from './domain/api-key.resource.js';

@Module({
  controllers: [ApiKeyController],
})
export class ApiKeyModule {}

export const apiKeyManifest: Manifest = {
  name: 'api-key',
  module: ApiKeyModule,
  events: apiKey.eventTypes,
  deciders: [apiKey],
  projections: [apiKeys],
  operationalKinds: retained('api-key-use'),
};
