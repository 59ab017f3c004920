import { Module } from '@nestjs/common';
import { users } from '../../../../projections/user/projection.js';
import { userPreferences } from '../../../../projections/user-preference/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { ErasureServices } from '../../conversations/erasure/erasure.services.js';
import { WaysInServices } from '../ways-in/ways-in.services.js';
import { Accounts } from './api/accounts.service.js';
import { FirstOwner } from './api/first-owner.service.js';
import { Identities } from './api/identities.service.js';
import { UserController } from './api/user.controller.js';
import { UserPreferenceController } from './api/user-preference.controller.js';
import { ownerCommands } from './domain/owner.commands.js';
import { ownerDecider } from './domain/owner.decider.js';
import { ownerEventTypes } from './domain/owner.events.js';
import { ownerProcess } from './domain/owner.process.js';
import { user } from './domain/user.resource.js';
import { userPreference } from './domain/user-preference.resource.js';

@Module({
  imports: [ErasureServices, WaysInServices],
  controllers: [UserController, UserPreferenceController],
  providers: [Accounts, FirstOwner, Identities],
  exports: [Accounts, Identities],
})
export class UserModule {}

export const userManifest: Manifest = {
  name: 'user',
  module: UserModule,
  events: { ...user.eventTypes, ...userPreference.eventTypes, ...ownerEventTypes },
  deciders: [user, userPreference, { decider: ownerDecider, commands: ownerCommands }],
  projections: [users, userPreferences],
  processes: [ownerProcess as Process<Event>],
};
