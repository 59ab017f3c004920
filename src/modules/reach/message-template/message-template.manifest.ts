import { Module } from '@nestjs/common';
import { messageTemplates } from '../../../../projections/message-template/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { releaseLater } from '../../../kernel/resource-reservation.js';
import { ConversationServices } from '../../conversations/conversation/conversation.services.js';
import { AuthModule } from '../../people/auth/auth.manifest.js';
import { MessageTemplateController } from './api/message-template.controller.js';
import { RenderingController } from './api/rendering.controller.js';
import { TemplateRendering } from './application/rendering.service.js';
import { TemplateUsage } from './application/usage.service.js';
import { messageTemplate } from './domain/message-template.resource.js';

@Module({
  imports: [ConversationServices, AuthModule],
  controllers: [MessageTemplateController, RenderingController],
  providers: [TemplateRendering, TemplateUsage],
  exports: [TemplateRendering],
})
export class MessageTemplateModule {}

export const messageTemplateManifest: Manifest = {
  name: 'message-template',
  module: MessageTemplateModule,
  events: { ...messageTemplate.eventTypes, ...messageTemplate.reservationTypes },
  deciders: [
    {
      decider: messageTemplate.decider,
      commands: [...messageTemplate.commands, ...messageTemplate.reservationCommands],
    },
  ],
  processes: [releaseLater(messageTemplate) as Process<Event>],
  projections: [messageTemplates],
};
