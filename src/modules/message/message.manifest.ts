import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { ParticipantJoining } from '../participant/api/membership.service.js';
import { MessageAccess } from './application/message.reader.js';
import { messageCommands } from './domain/message.commands.js';
import { MessageController } from './api/message.controller.js';
import { messageDecider } from './domain/message.decider.js';
import { MessageViews } from './api/message.views.js';
import { MessageWrites } from './api/message.writes.js';

/** Global: conversations and participants ask how far the messages go. */
@Global()
@Module({
  controllers: [MessageController],
  providers: [
    MessageAccess,
    MessageViews,
    MessageWrites,
    ParticipantJoining,
    ...handlersFor(messageDecider, messageCommands),
  ],
  exports: [MessageAccess],
})
export class MessageModule {}
