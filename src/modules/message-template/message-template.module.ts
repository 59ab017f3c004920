import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { MessageTemplateController } from './message-template.controller.js';
import { messageTemplate } from './message-template.resource.js';
import { RenderingController } from './rendering.controller.js';
import { TemplateRendering } from './rendering.service.js';
import { TemplateUsage } from './usage.service.js';

/** Global: workflows and notifications have templates rendered. */
@Global()
@Module({
  controllers: [MessageTemplateController, RenderingController],
  providers: [TemplateRendering, TemplateUsage, ...handlersFor(messageTemplate.decider, messageTemplate.commands)],
  exports: [TemplateRendering],
})
export class MessageTemplateModule {}
