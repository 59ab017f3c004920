import { Global, Module } from '@nestjs/common';
import { handlersFor } from '../../engine/handlers-for.js';
import { SmsAccounts } from './sms-account.access.js';
import { SmsSettingsController } from './sms-settings.controller.js';
import { smsSettings } from './sms-settings.resource.js';
import { SmsStatusController } from './sms-status.controller.js';

/** Global: who sends asks for the tenant's account. */
@Global()
@Module({
  controllers: [SmsSettingsController, SmsStatusController],
  providers: [SmsAccounts, ...handlersFor(smsSettings.decider, smsSettings.commands)],
  exports: [SmsAccounts],
})
export class SmsModule {}
