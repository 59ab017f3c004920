import { Module } from '@nestjs/common';
import { Metrics } from '../../http/metrics.js';
import { ApiReference } from '../../http/openapi.js';
import { ServiceController } from './service.controller.js';

@Module({ controllers: [ServiceController], providers: [Metrics, ApiReference], exports: [Metrics, ApiReference] })
export class ServiceModule {}
