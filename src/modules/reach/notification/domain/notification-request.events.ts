import type { Event, EventTypes, Position } from '../../../../kernel/event.js';
import type { Channel } from './notification.effect.js';

export interface RequestedNotification {
  readonly id: string;
  readonly participantId: string;
  readonly channel: Channel;
}

/**
 * Receivers of the notifications of a cause, decided once. Its own stream,
 * `notificationRequest-<tenant>_<conversation>.<digest of the cause>`, makes it unique. It holds no addresses and no texts.
 */
export type NotificationsRequested = Event<
  'NotificationsRequested',
  {
    readonly conversationId: string;
    readonly notifications: readonly RequestedNotification[];
    /** Notifications of the same request in earlier events. Absent: none. */
    readonly earlier?: number;
    /** Instead of the template that the conversation's type names. */
    readonly templateName?: string;
    readonly runId?: string;
    /** The workflow of the run. */
    readonly workflowId?: string;
    /** Position of the event from whose conversation_data the texts are rendered. Default: the present data. */
    readonly dataAt?: Position;
    /** Id of the failed notification that is sent again. */
    readonly resendOf?: string;
  }
>;

export const notificationEventTypes: EventTypes<NotificationsRequested> = {
  NotificationsRequested: { version: 1, personal: [], subject: 'conversation' },
};
