import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { Recorded } from '../../../../kernel/event.js';
import type { RequestNotifications } from './notification-request.commands.js';
import type { NotificationsRequested, RequestedNotification } from './notification-request.events.js';

/** Notifications of one event. More would be more than a store takes at once. */
const MOST = 500;

/** A notification with the event that requests it. */
export interface Requested extends RequestedNotification {
  readonly eventId: string;
}

/** Undefined: nothing is decided for the cause. */
export type NotificationRequestState = readonly Requested[] | undefined;

/** The first decision for a cause is final; a second one changes nothing. */
export const notificationRequestDecider: Decider<
  RequestNotifications,
  NotificationRequestState,
  NotificationsRequested
> = {
  category: 'notificationRequest',
  initial: undefined,
  decide: decideBy({
    RequestNotifications: ({ data }, state): readonly NotificationsRequested[] => (state ? [] : inParts(data)),
  }),
  evolve: (state = [], { data, meta }: Recorded<NotificationsRequested>) => [
    ...state,
    ...data.notifications.map((each) => ({ ...each, eventId: meta.id })),
  ],
};

function inParts({ notifications, ...rest }: RequestNotifications['data']): readonly NotificationsRequested[] {
  const parts: NotificationsRequested[] = [];
  for (let earlier = 0; earlier === 0 || earlier < notifications.length; earlier += MOST) {
    const some = notifications.slice(earlier, earlier + MOST);
    const data = { ...rest, notifications: some, ...(earlier === 0 ? {} : { earlier }) };
    parts.push({ type: 'NotificationsRequested', data });
  }
  return parts;
}
