import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { SmsSettingsController } from './api/sms-settings.controller.js';
import { SmsStatusController } from './api/sms-status.controller.js';
import { SmsAccountReader } from './application/sms-account.reader.js';
import { smsSettings } from './domain/sms-settings.resource.js';

/** Global: who sends asks for the tenant's account. */
@Global()
@Module({
  controllers: [SmsSettingsController, SmsStatusController],
  providers: [SmsAccountReader, ...handlersFor(smsSettings.decider, smsSettings.commands)],
  exports: [SmsAccountReader],
})
export class SmsModule {}
