import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AuthModule } from '../auth/auth.manifest.js';
import { EmailServices } from '../email/email.services.js';
import { WaysInServices } from '../ways-in/ways-in.services.js';
import { OwnPasswordController } from './api/own-password.controller.js';
import { PasswordController } from './api/password.controller.js';
import { Invitations } from './application/invitations.service.js';
import { PasswordMailSender } from './application/password-mail-sender.service.js';
import { PasswordMails } from './application/password-mails.service.js';
import { PasswordTokenEraser } from './application/password-token.eraser.js';
import { PasswordTokens } from './application/password-tokens.service.js';
import { PASSWORD_MAIL } from './domain/password-mail.js';

@Module({
  imports: [AuthModule, EmailServices, WaysInServices],
  controllers: [PasswordController, OwnPasswordController],
  providers: [Invitations, PasswordMails, PasswordMailSender, PasswordTokenEraser, PasswordTokens],
})
export class PasswordModule {}

export const passwordManifest: Manifest = {
  name: 'password',
  module: PasswordModule,
  workers: [Invitations],
  senders: { [PASSWORD_MAIL]: PasswordMailSender },
  operationalKinds: retained('password-token'),
  erases: [{ places: ['password-token'], eraser: PasswordTokenEraser }],
};
