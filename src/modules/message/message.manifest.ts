import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { MembershipService } from '../participant/api/membership.service.js';
import { MessageController } from './api/message.controller.js';
import { MessageViews } from './api/message.views.js';
import { MessageWrites } from './api/message.writes.js';
import { MessageReader } from './application/message.reader.js';
import { messageCommands } from './domain/message.commands.js';
import { messageDecider } from './domain/message.decider.js';

/** Global: conversations and participants ask how far the messages go. */
@Global()
@Module({
  controllers: [MessageController],
  providers: [
    MessageReader,
    MessageViews,
    MessageWrites,
    MembershipService,
    ...handlersFor(messageDecider, messageCommands),
  ],
  exports: [MessageReader],
})
export class MessageModule {}
