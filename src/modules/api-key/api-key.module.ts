import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { ApiKeyController } from './api-key.controller.js';
import { apiKey } from './api-key.resource.js';

@Module({
  controllers: [ApiKeyController],
  providers: [...handlersFor(apiKey.decider, apiKey.commands)],
})
export class ApiKeyModule {}
