import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { tenant } from './domain/tenant.resource.js';

@Module({ providers: [...handlersFor(tenant.decider, tenant.commands)] })
export class TenantModule {}
