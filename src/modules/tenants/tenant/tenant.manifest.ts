import { Module } from '@nestjs/common';
import { domainDirectory } from '../../../../projections/domain-directory/projection.js';
import { tenants } from '../../../../projections/tenant/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { TenantController } from './api/tenant.controller.js';
import { TenantConfigController } from './api/tenant-config.controller.js';
import { TenantOperation } from './application/tenant-operation.service.js';
import { tenant } from './domain/tenant.resource.js';

@Module({ controllers: [TenantController, TenantConfigController], providers: [TenantOperation] })
export class TenantModule {}

export const tenantManifest: Manifest = {
  name: 'tenant',
  module: TenantModule,
  events: tenant.eventTypes,
  deciders: [tenant],
  projections: [tenants, domainDirectory],
};
