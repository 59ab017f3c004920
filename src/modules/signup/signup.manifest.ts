import { Module } from '@nestjs/common';
import { SignUpController } from './api/signup.controller.js';
import { SignUp } from './application/signup.service.js';

@Module({ controllers: [SignUpController], providers: [SignUp] })
export class SignUpModule {}
