import { Global, Module } from '@nestjs/common';
import { messageLog } from '../../../projections/message-log/projection.js';
import type { Manifest } from '../../engine/manifest.js';
import { MessageController } from './api/message.controller.js';
import { MessageViews } from './api/message.views.js';
import { MessageWrites } from './api/message.writes.js';
import { MessageReader } from './application/message.reader.js';
import { messageCommands } from './domain/message.commands.js';
import { messageDecider } from './domain/message.decider.js';
import { messageEventTypes } from './domain/message.events.js';

/** Global: conversations and participants ask how far the messages go. */
@Global()
@Module({
  controllers: [MessageController],
  providers: [MessageReader, MessageViews, MessageWrites],
  exports: [MessageReader],
})
export class MessageModule {}

export const messageManifest: Manifest = {
  name: 'message',
  module: MessageModule,
  events: messageEventTypes,
  deciders: [{ decider: messageDecider, commands: messageCommands }],
  projections: [messageLog],
};
