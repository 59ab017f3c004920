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
    if (!('setAppBadge' in navigator)) return undefined;
    // A browser without an installed app refuses.
    const show = (count: number) => void navigator.setAppBadge(count).catch(() => {});
    show(unread);
    return () => show(0);
  }, [unread]);
  return null;
}
