import { useEffect, useRef } from 'react';
import type { WebhookDelivery } from '../../../../sdk/src/api.js';

const REREAD_MS = 2_000;
/** An attempt that is further away is not waited for. */
const SOON_MS = 10_000;

const isSoon = ({ status, next_attempt_at: next }: WebhookDelivery): boolean =>
  status === 'PENDING' && (next === undefined || Date.parse(next) < Date.now() + SOON_MS);

/** Reads the deliveries again while one of them is on its way and somebody looks. */
export function useProgress(items: readonly WebhookDelivery[], reread: () => void): void {
  const newest = useRef({ items, reread });
  newest.current = { items, reread };
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && newest.current.items.some(isSoon)) newest.current.reread();
    }, REREAD_MS);
    return () => clearInterval(timer);
  }, []);
}
