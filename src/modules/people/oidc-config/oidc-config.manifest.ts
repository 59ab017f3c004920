import { Module } from '@nestjs/common';
import { oidcConfigs } from '../../../../projections/oidc-config/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { IdentityProviderServices } from '../identity-provider/identity-provider.services.js';
import { WaysInServices } from '../ways-in/ways-in.services.js';
import { OidcConfigController } from './api/oidc-config.controller.js';
import { OidcConfigTestController } from './api/oidc-config-test.controller.js';
import { oidcConfig } from './domain/oidc-config.resource.js';
import { OidcConfigServices } from './oidc-config.services.js';

@Module({
  imports: [IdentityProviderServices, OidcConfigServices, WaysInServices],
  controllers: [OidcConfigController, OidcConfigTestController],
})
export class OidcConfigModule {}

export const oidcConfigManifest: Manifest = {
  name: 'oidc-config',
  module: OidcConfigModule,
  events: oidcConfig.eventTypes,
  deciders: [oidcConfig],
  projections: [oidcConfigs],
};
