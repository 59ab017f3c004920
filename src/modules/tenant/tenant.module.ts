import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { tenant } from './tenant.resource.js';

@Module({ providers: [...handlersFor(tenant.decider, tenant.commands)] })
export class TenantModule {}
