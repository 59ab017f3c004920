import { useEffect } from 'react';
import { useApp } from '../../session/context.js';
import { useShownTitle } from '../../ui/title.js';
import { useNotifications } from './use-notifications.js';

interface Props {
  readonly unread: number;
  /** Title of the part of the app that is shown. */
  readonly part: string;
}

/** Shows the number of unread conversations outside of the page, and new messages while nobody looks. */
export function Announced({ unread, part }: Props) {
  const { tenant } = useApp();
  const name = useShownTitle(part);
  useNotifications();
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${name} – ${tenant.name}`;
  }, [unread, name, tenant.name]);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // A browser without an installed app refuses.
    navigator.setAppBadge(unread).catch(() => {});
  }, [unread]);
  return null;
}
