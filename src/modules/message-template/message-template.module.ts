import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { messageTemplate } from './message-template.resource.js';
import { TemplateRendering } from './rendering.service.js';
import { TemplateUsage } from './usage.service.js';

@Module({
  providers: [TemplateRendering, TemplateUsage, ...handlersFor(messageTemplate.decider, messageTemplate.commands)],
  exports: [TemplateRendering],
})
export class MessageTemplateModule {}
