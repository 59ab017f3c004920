import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/commands/handlers-for.js';
import { SmsAccounts } from './application/sms-account.reader.js';
import { SmsSettingsController } from './api/sms-settings.controller.js';
import { smsSettings } from './domain/sms-settings.resource.js';
import { SmsStatusController } from './api/sms-status.controller.js';

/** Global: who sends asks for the tenant's account. */
@Global()
@Module({
  controllers: [SmsSettingsController, SmsStatusController],
  providers: [SmsAccounts, ...handlersFor(smsSettings.decider, smsSettings.commands)],
  exports: [SmsAccounts],
})
export class SmsModule {}
