import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import type { Event } from '../../../kernel/event.js';
import type { Process } from '../../../kernel/process.js';
import { AuthModule } from '../auth/auth.manifest.js';
import { WaysInServices } from '../ways-in/ways-in.services.js';
import { PasskeyController } from './api/passkey.controller.js';
import { PasskeyAuthenticationController } from './api/passkey-authentication.controller.js';
import { PasskeyRegistrationController } from './api/passkey-registration.controller.js';
import { PasskeyCeremonies } from './application/ceremonies.service.js';
import { PasskeyChallenges } from './application/challenges.service.js';
import { PasskeySignIns } from './application/passkey-sign-ins.service.js';
import { PasskeyRegistrations } from './application/registrations.service.js';
import { SignCountEraser } from './application/sign-count.eraser.js';
import { SignCounts } from './application/sign-counts.service.js';
import { passkeyCommands } from './domain/passkey.commands.js';
import { passkeyDecider } from './domain/passkey.decider.js';
import { passkeyEventTypes } from './domain/passkey.events.js';
import { passkeyProcess } from './domain/passkey.process.js';

/** Passkeys of users (WebAuthn). They stay when the role changes, and end when a password is set or changed. */
@Module({
  imports: [AuthModule, WaysInServices],
  controllers: [PasskeyController, PasskeyRegistrationController, PasskeyAuthenticationController],
  providers: [PasskeyCeremonies, PasskeyChallenges, PasskeyRegistrations, PasskeySignIns, SignCountEraser, SignCounts],
})
export class PasskeyModule {}

export const passkeyManifest: Manifest = {
  name: 'passkey',
  module: PasskeyModule,
  events: passkeyEventTypes,
  deciders: [{ decider: passkeyDecider, commands: passkeyCommands }],
  processes: [passkeyProcess as Process<Event>],
  operationalKinds: retained('passkey-challenge', 'passkey-sign-count'),
  erases: [{ places: ['passkey-sign-count'], eraser: SignCountEraser }],
};
