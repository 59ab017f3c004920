import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { ApiKeyController } from './api/api-key.controller.js';
import { apiKey } from './domain/api-key.resource.js';

@Module({
  controllers: [ApiKeyController],
  providers: [...handlersFor(apiKey.decider, apiKey.commands)],
})
export class ApiKeyModule {}
