import { Module } from '@nestjs/common';
import { ConversationNotifications } from './application/conversation-notifications.service.js';
import { RefusedAddresses } from './application/refused-addresses.service.js';

const services = [RefusedAddresses, ConversationNotifications];

/** Services that other modules inject. */
@Module({ providers: services, exports: services })
export class NotificationServices {}
