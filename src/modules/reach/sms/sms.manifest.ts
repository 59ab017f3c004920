import { Module } from '@nestjs/common';
import { smsSettings as smsSettingsModel } from '../../../../projections/sms-settings/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { NotificationServices } from '../notification/notification.services.js';
import { SmsSettingsController } from './api/sms-settings.controller.js';
import { SmsStatusController } from './api/sms-status.controller.js';
import { SmsAccountReader } from './application/sms-account.reader.js';
import { smsSettings } from './domain/sms-settings.resource.js';

@Module({
  imports: [NotificationServices],
  controllers: [SmsSettingsController, SmsStatusController],
  providers: [SmsAccountReader],
  exports: [SmsAccountReader],
})
export class SmsModule {}

export const smsManifest: Manifest = {
  name: 'sms',
  module: SmsModule,
  events: smsSettings.eventTypes,
  deciders: [smsSettings],
  projections: [smsSettingsModel],
};
