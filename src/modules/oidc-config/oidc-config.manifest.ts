import { Module } from '@nestjs/common';
import { oidcConfigs } from '../../../projections/oidc-config/projection.js';
import type { Manifest } from '../../engine/manifest.js';
import { OidcConfigController } from './api/oidc-config.controller.js';
import { OidcClientSecrets } from './application/oidc-client-secrets.service.js';
import { oidcConfig } from './domain/oidc-config.resource.js';

@Module({
  controllers: [OidcConfigController],
  providers: [OidcClientSecrets],
  exports: [OidcClientSecrets],
})
export class OidcConfigModule {}

export const oidcConfigManifest: Manifest = {
  name: 'oidc-config',
  module: OidcConfigModule,
  events: oidcConfig.eventTypes,
  deciders: [oidcConfig],
  projections: [oidcConfigs],
};
