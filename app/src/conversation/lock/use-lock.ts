import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Conversation, User } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { texts } from './texts.js';

export interface Lock {
  readonly isHeld: boolean;
  /** Another user holds it. */
  readonly isOther: boolean;
  readonly holder: string;
  /** Milliseconds until it ends. */
  readonly left: number;
}

/** As the service names participants: a user without a name by the part of the address before the @. */
const nameOf = ({ firstname, lastname, email }: User): string =>
  [firstname, lastname].filter(Boolean).join(' ') || (email.split('@')[0] ?? email);

/** Name of a user. The reader's own name is not read. */
export function useUserName(id: string | undefined): string {
  const { tidings, me } = useApp();
  const text = useTexts(texts);
  const { data } = useQuery({
    queryKey: ['GET /users/{user_id}', { path: { user_id: id } }],
    enabled: id !== undefined && id !== me.id,
    queryFn: () => tidings.call('GET /users/{user_id}', { path: { user_id: id ?? '' } }),
  });
  return id === me.id ? nameOf(me) : data ? nameOf(data) : text.someone;
}

/** The lock of a conversation now. It ends by the clock. */
export function useLock(conversation: Conversation | undefined): Lock {
  const { me } = useApp();
  const { locked_by, lock_expires_at } = conversation ?? {};
  const now = useNow(locked_by !== undefined);
  const holder = useUserName(locked_by);
  const left = lock_expires_at === undefined ? 0 : Math.max(0, Date.parse(lock_expires_at) - now);
  const isHeld = locked_by !== undefined && left > 0;
  return { isHeld, isOther: isHeld && locked_by !== me.id, holder, left };
}

/** The time, each second while it is needed. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
