import { Module } from '@nestjs/common';
import type { Manifest } from '../../../engine/manifest.js';
import { SignUpController } from './api/signup.controller.js';
import { SignUp } from './api/signup.service.js';

@Module({ controllers: [SignUpController], providers: [SignUp] })
export class SignUpModule {}

export const signupManifest: Manifest = {
  name: 'signup',
  module: SignUpModule,
};
