import { Module } from '@nestjs/common';
import { users } from '../../../projections/user/projection.js';
import type { Manifest } from '../../engine/manifest.js';
import type { Event } from '../../kernel/event.js';
import type { Process } from '../../kernel/process.js';
import { Accounts } from './api/accounts.service.js';
import { UserController } from './api/user.controller.js';
import { ownerCommands } from './domain/owner.commands.js';
import { ownerDecider } from './domain/owner.decider.js';
import { ownerEventTypes } from './domain/owner.events.js';
import { ownerProcess } from './domain/owner.process.js';
import { user } from './domain/user.resource.js';

@Module({
  controllers: [UserController],
  providers: [Accounts],
})
export class UserModule {}

export const userManifest: Manifest = {
  name: 'user',
  module: UserModule,
  events: { ...user.eventTypes, ...ownerEventTypes },
  deciders: [user, { decider: ownerDecider, commands: ownerCommands }],
  projections: [users],
  processes: [ownerProcess as Process<Event>],
};
