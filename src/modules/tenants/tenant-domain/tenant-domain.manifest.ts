import { Module } from '@nestjs/common';
import { tenantDomains } from '../../../../projections/tenant-domain/projection.js';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { WaysInServices } from '../../people/ways-in/ways-in.services.js';
import { TenantDomainController } from './api/tenant-domain.controller.js';
import { DomainViews } from './api/tenant-domain.views.js';
import { DomainWrites } from './api/tenant-domain.writes.js';
import { DomainChecks } from './application/domain-checks.service.js';
import { DomainProofs } from './application/domain-proofs.service.js';
import { DomainReservations } from './application/domain-reservations.service.js';
import { DomainVerification } from './application/domain-verification.service.js';
import { tenantDomainCommands } from './domain/tenant-domain.commands.js';
import { tenantDomainDecider } from './domain/tenant-domain.decider.js';
import { tenantDomainEventTypes } from './domain/tenant-domain.events.js';

/** Custom domains of tenants, proven by DNS (contract 12). */
@Module({
  imports: [WaysInServices],
  controllers: [TenantDomainController],
  providers: [DomainChecks, DomainProofs, DomainReservations, DomainVerification, DomainViews, DomainWrites],
})
export class TenantDomainModule {}

export const tenantDomainManifest: Manifest = {
  name: 'tenant-domain',
  module: TenantDomainModule,
  events: tenantDomainEventTypes,
  deciders: [{ decider: tenantDomainDecider, commands: tenantDomainCommands }],
  projections: [tenantDomains],
  workers: [DomainChecks],
  operationalKinds: retained('domain-check'),
};
