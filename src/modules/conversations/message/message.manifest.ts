import { Module } from '@nestjs/common';
import { messageLog } from '../../../../projections/message-log/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { GeocoderServices } from '../../reach/geocoder/geocoder.services.js';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ParticipantModule } from '../participant/participant.manifest.js';
import { MessageController } from './api/message.controller.js';
import { MessageViews } from './api/message.views.js';
import { MessageWrites } from './api/message.writes.js';
import { messageCommands } from './domain/message.commands.js';
import { messageDecider } from './domain/message.decider.js';
import { messageClosureEventTypes, messageEventTypes } from './domain/message.events.js';
import { MessageServices } from './message.services.js';

@Module({
  imports: [ConversationServices, GeocoderServices, MessageServices, ParticipantModule],
  controllers: [MessageController],
  providers: [MessageViews, MessageWrites],
  exports: [MessageWrites],
})
export class MessageModule {}

export const messageManifest: Manifest = {
  name: 'message',
  module: MessageModule,
  events: { ...messageEventTypes, ...messageClosureEventTypes },
  deciders: [{ decider: messageDecider, commands: messageCommands }],
  projections: [messageLog],
};
