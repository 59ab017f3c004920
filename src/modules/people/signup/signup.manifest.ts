import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { AuthModule } from '../auth/auth.manifest.js';
import { EmailServices } from '../email/email.services.js';
import { SignUpController } from './api/signup.controller.js';
import { SignUp } from './api/signup.service.js';
import { SignUpMailSender } from './application/sign-up-mail-sender.service.js';
import { SIGN_UP_MAIL } from './domain/sign-up-mail.js';

@Module({
  imports: [AuthModule, EmailServices],
  controllers: [SignUpController],
  providers: [SignUp, SignUpMailSender],
})
export class SignUpModule {}

export const signupManifest: Manifest = {
  name: 'signup',
  module: SignUpModule,
  senders: { [SIGN_UP_MAIL]: SignUpMailSender },
};
