import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { Accounts } from './accounts.service.js';
import { ownerCommands } from './owner.commands.js';
import { ownerDecider } from './owner.decider.js';
import { UserController } from './user.controller.js';
import { user } from './user.resource.js';

@Module({
  controllers: [UserController],
  providers: [Accounts, ...handlersFor(user.decider, user.commands), ...handlersFor(ownerDecider, ownerCommands)],
})
export class UserModule {}
