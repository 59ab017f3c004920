import { Module } from '@nestjs/common';
import { SignUpController } from './signup.controller.js';
import { SignUp } from './signup.service.js';

@Module({ controllers: [SignUpController], providers: [SignUp] })
export class SignUpModule {}
