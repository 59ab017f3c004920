import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Config } from '../config.js';
import { EndpointGuard } from '../http/pipeline/endpoint.guard.js';
import { AuthModule } from '../modules/auth/auth.manifest.js';
import { RealtimeModule } from '../realtime/realtime.module.js';
import { InfrastructureModule } from './infrastructure.module.js';
import { manifests } from './registry.js';

const modules = manifests.flatMap(({ module }) => (module ? [module as Type] : []));

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.with(config),
        AuthModule,
        ...modules,
        ...(config.roles.has('api') ? [RealtimeModule] : []),
      ],
      providers: [{ provide: APP_GUARD, useClass: EndpointGuard }],
    };
  }
}
