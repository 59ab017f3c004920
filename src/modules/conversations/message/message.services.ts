import { Module } from '@nestjs/common';
import { MessageReader } from './application/message.reader.js';

/** Services that other modules inject. */
@Module({ providers: [MessageReader], exports: [MessageReader] })
export class MessageServices {}
