import { Module } from '@nestjs/common';
import { Metrics } from '../../http/metrics.js';
import { ServiceController } from './service.controller.js';

@Module({ controllers: [ServiceController], providers: [Metrics], exports: [Metrics] })
export class ServiceModule {}
