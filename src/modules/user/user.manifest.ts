import { Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { UserController } from './api/user.controller.js';
import { Accounts } from './application/accounts.service.js';
import { ownerCommands } from './domain/owner.commands.js';
import { ownerDecider } from './domain/owner.decider.js';
import { user } from './domain/user.resource.js';

@Module({
  controllers: [UserController],
  providers: [Accounts, ...handlersFor(user.decider, user.commands), ...handlersFor(ownerDecider, ownerCommands)],
})
export class UserModule {}
