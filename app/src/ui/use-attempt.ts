import { useCallback, useRef, useState } from 'react';
import { Cancelled } from '../session/context.js';

export interface Attempt {
  /** Why the last attempt failed. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Runs one attempt at a time. A further one meanwhile is left out. */
  run(attempt: () => Promise<unknown>): Promise<void>;
  clear(): void;
}

/** An action that a person begins by a button, with its error. A cancelled action has none. */
export function useAttempt(): Attempt {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const run = useCallback(async (attempt: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await attempt();
    } catch (refused) {
      if (!(refused instanceof Cancelled)) setError(refused);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setError(undefined), []);
  return { error, isBusy, run, clear };
}
