import { Module } from '@nestjs/common';
import { RetentionPolicies } from './application/retention-policies.service.js';

/** Services that other modules inject. */
@Module({ providers: [RetentionPolicies], exports: [RetentionPolicies] })
export class ConversationTypeServices {}
