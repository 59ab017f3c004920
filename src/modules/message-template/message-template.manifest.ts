import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { MessageTemplateController } from './api/message-template.controller.js';
import { RenderingController } from './api/rendering.controller.js';
import { TemplateRendering } from './application/rendering.service.js';
import { TemplateUsage } from './application/usage.service.js';
import { messageTemplate } from './domain/message-template.resource.js';

/** Global: workflows and notifications have templates rendered. */
@Global()
@Module({
  controllers: [MessageTemplateController, RenderingController],
  providers: [TemplateRendering, TemplateUsage, ...handlersFor(messageTemplate.decider, messageTemplate.commands)],
  exports: [TemplateRendering],
})
export class MessageTemplateModule {}
