import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AuthModule } from '../auth/auth.manifest.js';
import { UserModule } from '../user/user.manifest.js';
import { EmailController } from './api/email.controller.js';
import { AccountMailSender } from './application/account-mail-sender.service.js';
import { AccountMails } from './application/account-mails.service.js';
import { HourlyMails } from './application/hourly-mails.service.js';
import { UserMailEraser } from './application/user-mail.eraser.js';
import { ACCOUNT_MAIL } from './domain/account-mail.js';
import { EmailServices } from './email.services.js';

/** Proof of e-mail addresses, and mails about changes of the ways in. */
@Module({
  imports: [AuthModule, EmailServices, UserModule],
  controllers: [EmailController],
  providers: [AccountMails, AccountMailSender, HourlyMails, UserMailEraser],
})
export class EmailModule {}

export const emailManifest: Manifest = {
  name: 'email',
  module: EmailModule,
  workers: [AccountMails],
  senders: { [ACCOUNT_MAIL]: AccountMailSender },
  operationalKinds: retained('account-mails', 'email-links'),
  erases: [{ places: ['account-mails', 'email-links'], eraser: UserMailEraser }],
};
