import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { ModelsOperation } from './application/models-operation.service.js';
import { ParkedOperation } from './application/parked-operation.service.js';

@Module({ providers: [ModelsOperation, ParkedOperation] })
export class ModelsModule {}

/** Commands of the operator for read models and for what could not be applied. */
export const modelsManifest: Manifest = {
  name: 'models',
  module: ModelsModule,
  operatorCommands: {
    models: ModelsOperation,
    'models rebuild': ModelsOperation,
    'models compare': ModelsOperation,
    'models switch': ModelsOperation,
    'models rollback': ModelsOperation,
    'models drop': ModelsOperation,
    'parked list': ParkedOperation,
    'parked show': ParkedOperation,
    'parked retry': ParkedOperation,
    'parked skip': ParkedOperation,
  },
};
