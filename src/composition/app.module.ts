import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Config } from '../config/config.js';
import type { Manifest } from '../engine/manifest.js';
import { EndpointGuard } from '../http/request/endpoint.guard.js';
import { RealtimeModule } from '../realtime/realtime.module.js';
import type { Registry } from './combine.js';
import { InfrastructureModule } from './infrastructure.module.js';

@Module({})
export class AppModule {
  static with(
    config: Config,
    manifests: readonly Manifest[],
    registry: Registry,
    replaced: readonly Provider[] = [],
  ): DynamicModule {
    const modules = manifests.flatMap(({ module }) => (module ? [module as Type] : []));
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.with(config, registry, replaced),
        ...modules,
        ...(config.roles.has('api') ? [RealtimeModule] : []),
      ],
      providers: [{ provide: APP_GUARD, useClass: EndpointGuard }],
    };
  }
}
