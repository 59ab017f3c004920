import { Module } from '@nestjs/common';
import { ConversationServices } from '../conversation/conversation.services.js';
import { ErasureRequests } from './application/erasure-requests.service.js';

/** Services that other modules inject. */
@Module({ imports: [ConversationServices], providers: [ErasureRequests], exports: [ErasureRequests] })
export class ErasureServices {}
