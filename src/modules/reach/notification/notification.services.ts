import { Module } from '@nestjs/common';
import { RefusedAddresses } from './application/refused-addresses.service.js';

/** Services that other modules inject. */
@Module({ providers: [RefusedAddresses], exports: [RefusedAddresses] })
export class NotificationServices {}
