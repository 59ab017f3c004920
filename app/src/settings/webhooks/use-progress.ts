import { useEffect, useRef } from 'react';
import type { WebhookDelivery } from '../../../../sdk/src/api.js';

const REREAD_MS = 2_000;
/** A new delivery appears within this time. */
const LOOK_MS = 5_000;
/** Deliveries of a page. With more pages on the screen, new ones wait for a reload. */
export const PAGE = 30;
/** An attempt that is further away is not waited for. */
const SOON_MS = 10_000;

const isSoon = ({ status, next_attempt_at: next }: WebhookDelivery): boolean =>
  status === 'PENDING' && (next === undefined || Date.parse(next) < Date.now() + SOON_MS);

/** Reads the deliveries again while somebody looks: often while one of them is on its way. */
export function useProgress(items: readonly WebhookDelivery[], reread: () => void): void {
  const newest = useRef({ items, reread });
  newest.current = { items, reread };
  useEffect(() => {
    let readAt = Date.now();
    const timer = setInterval(() => {
      const { items, reread } = newest.current;
      const isLook = items.length <= PAGE && Date.now() - readAt >= LOOK_MS;
      if (document.hidden || !(isLook || items.some(isSoon))) return;
      readAt = Date.now();
      reread();
    }, REREAD_MS);
    return () => clearInterval(timer);
  }, []);
}
