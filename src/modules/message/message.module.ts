import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { ParticipantJoining } from '../participant/participant.joining.js';
import { MessageAccess } from './message.access.js';
import { messageCommands } from './message.commands.js';
import { MessageController } from './message.controller.js';
import { messageDecider } from './message.decider.js';
import { MessageViews } from './message.views.js';
import { MessageWrites } from './message.writes.js';

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
