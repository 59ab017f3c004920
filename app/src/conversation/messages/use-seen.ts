import { type RefObject, useEffect, useState } from 'react';
import type { ConversationActions } from '../../../../sdk/src/react.js';
import type { ConversationSnapshot } from '../../../../sdk/src/store.js';

/** Reports to the service that the reader has the end of the log on screen, in a visible tab. */
export function useSeen(
  log: RefObject<HTMLElement | null>,
  isAtEnd: boolean,
  { opened, seen, newest, self }: ConversationSnapshot & ConversationActions,
): void {
  const [isShown, setShown] = useState(false);
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setShown(entries.at(-1)?.isIntersecting ?? false));
    if (log.current) watch.observe(log.current);
    const change = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', change);
    return () => {
      watch.disconnect();
      document.removeEventListener('visibilitychange', change);
    };
  }, []);
  const isRead = isShown && isVisible;
  const selfId = self?.id;
  useEffect(() => {
    if (!isRead) return;
    opened();
    if (isAtEnd) seen();
  }, [isRead, isAtEnd, newest, selfId, opened, seen]);
}
