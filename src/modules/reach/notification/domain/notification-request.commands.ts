import { command } from '../../../../kernel/command.js';
import type { NotificationsRequested } from './notification-request.events.js';

/** Decided on the stream of its cause, `notificationRequest-<tenant>_<conversation>.<digest of the cause>`. */
export class RequestNotifications extends command('RequestNotifications')<
  Omit<NotificationsRequested['data'], 'earlier'>
> {}

export const notificationRequestCommands = [RequestNotifications] as const;
