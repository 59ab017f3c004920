import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { MessageAccess } from './message.access.js';
import { messageCommands } from './message.commands.js';
import { messageDecider } from './message.decider.js';

/** Global: conversations and participants ask how far the messages go. */
@Global()
@Module({
  controllers: [],
  providers: [MessageAccess, ...handlersFor(messageDecider, messageCommands)],
  exports: [MessageAccess],
})
export class MessageModule {}
