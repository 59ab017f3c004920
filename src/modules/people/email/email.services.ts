import { Module } from '@nestjs/common';
import { EmailTokens } from './application/email-tokens.service.js';

/** Services that other modules inject. */
@Module({ providers: [EmailTokens], exports: [EmailTokens] })
export class EmailServices {}
