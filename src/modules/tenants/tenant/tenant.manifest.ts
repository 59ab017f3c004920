import { Module } from '@nestjs/common';
import { domainDirectory } from '../../../../projections/domain-directory/projection.js';
import { tenants } from '../../../../projections/tenant/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { releaseLater } from '../../../kernel/resource-reservation.js';
import { WaysInServices } from '../../people/ways-in/ways-in.services.js';
import { TenantController } from './api/tenant.controller.js';
import { TenantConfigController } from './api/tenant-config.controller.js';
import { KnownTenants } from './application/known-tenants.service.js';
import { TenantErasureWorker } from './application/tenant-erasure.worker.js';
import { TenantOperation } from './application/tenant-operation.service.js';
import { tenant } from './domain/tenant.resource.js';
import {
  tenantErasureCommands,
  tenantErasureDecider,
  tenantErasureEventTypes,
} from './domain/tenant-erasure.decider.js';

@Module({
  imports: [WaysInServices],
  controllers: [TenantController, TenantConfigController],
  providers: [KnownTenants, TenantErasureWorker, TenantOperation],
  exports: [KnownTenants],
})
export class TenantModule {}

export const tenantManifest: Manifest = {
  name: 'tenant',
  module: TenantModule,
  events: { ...tenant.eventTypes, ...tenant.reservationTypes, ...tenantErasureEventTypes },
  deciders: [
    { decider: tenant.decider, commands: [...tenant.commands, ...tenant.reservationCommands] },
    { decider: tenantErasureDecider, commands: tenantErasureCommands },
  ],
  processes: [releaseLater(tenant) as Process<Event>],
  workers: [TenantErasureWorker],
  operatorCommands: {
    'tenant list': TenantOperation,
    'tenant suspend': TenantOperation,
    'tenant resume': TenantOperation,
    'tenant delete': TenantOperation,
  },
  operationalKinds: retained('known-tenant'),
  projections: [tenants, domainDirectory],
};
