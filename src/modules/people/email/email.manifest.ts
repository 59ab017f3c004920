import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { AuthModule } from '../auth/auth.manifest.js';
import { UserModule } from '../user/user.manifest.js';
import { EmailController } from './api/email.controller.js';
import { EmailServices } from './email.services.js';

/** Proof of e-mail addresses. */
@Module({ imports: [AuthModule, EmailServices, UserModule], controllers: [EmailController] })
export class EmailModule {}

export const emailManifest: Manifest = {
  name: 'email',
  module: EmailModule,
};
