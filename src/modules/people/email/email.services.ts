import { Module } from '@nestjs/common';
import { EmailTokens } from './application/email-tokens.service.js';
import { MailDelivery } from './application/mail-delivery.service.js';

/** Services that other modules inject. */
@Module({ providers: [EmailTokens, MailDelivery], exports: [EmailTokens, MailDelivery] })
export class EmailServices {}
