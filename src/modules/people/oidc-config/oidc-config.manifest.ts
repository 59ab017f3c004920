import { Module } from '@nestjs/common';
import { oidcConfigs } from '../../../../projections/oidc-config/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { OidcConfigController } from './api/oidc-config.controller.js';
import { oidcConfig } from './domain/oidc-config.resource.js';
import { OidcConfigServices } from './oidc-config.services.js';

@Module({ imports: [OidcConfigServices], controllers: [OidcConfigController] })
export class OidcConfigModule {}

export const oidcConfigManifest: Manifest = {
  name: 'oidc-config',
  module: OidcConfigModule,
  events: oidcConfig.eventTypes,
  deciders: [oidcConfig],
  projections: [oidcConfigs],
};
