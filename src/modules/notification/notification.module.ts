import { Global, Module } from '@nestjs/common';
import { Notifier } from './notifier.service.js';

/** Global: workflows notify too. */
@Global()
@Module({ providers: [Notifier], exports: [Notifier] })
export class NotificationModule {}
