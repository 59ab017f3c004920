import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../../conversations/conversation/conversation.services.js';
import { ParticipantServices } from '../../conversations/participant/participant.services.js';
import { AuthModule } from '../../people/auth/auth.manifest.js';
import { PushController } from './api/push.controller.js';
import { PushEraser } from './application/push.eraser.js';
import { PushAccess } from './application/push-access.service.js';
import { PushPages } from './application/push-pages.service.js';
import { PushPlanner } from './application/push-planner.worker.js';
import { PushSender } from './application/push-sender.service.js';
import { PushSubscriptions } from './application/push-subscriptions.service.js';
import { PUSH } from './domain/push.effect.js';

/** Web Push to clients and users (contract 11). */
@Module({
  imports: [AuthModule, ConversationServices, ParticipantServices],
  controllers: [PushController],
  providers: [PushAccess, PushEraser, PushPages, PushPlanner, PushSender, PushSubscriptions],
})
export class PushModule {}

export const pushManifest: Manifest = {
  name: 'push',
  module: PushModule,
  workers: [PushPlanner],
  senders: { [PUSH]: PushSender },
  operationalKinds: retained('client-push-subscription', 'user-push-subscription'),
  erases: [{ places: ['client-push-subscription', 'user-push-subscription'], eraser: PushEraser }],
};
