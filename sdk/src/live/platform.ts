/** Clock of a machine, and the moments at which it may have slept or changed its network. */
export interface Platform {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once, after some milliseconds, unless the returned function was called. */
  after(ms: number, run: () => void): () => void;
  /** Calls at each such moment, until the returned function is called. */
  onWake(wake: () => void): () => void;
}

/** Events of pages, with their target. Node has none of them. */
const WAKES = { visibilitychange: 'document', online: 'self', pageshow: 'self' } as const;

interface Page extends EventTarget {
  readonly visibilityState: string;
}

export const platform: Platform = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  onWake(wake) {
    const page = globalThis as { readonly document?: Page; readonly self?: EventTarget };
    const seen = () => {
      if (page.document?.visibilityState !== 'hidden') wake();
    };
    for (const [event, target] of Object.entries(WAKES)) page[target]?.addEventListener?.(event, seen);
    return () => {
      for (const [event, target] of Object.entries(WAKES)) page[target]?.removeEventListener?.(event, seen);
    };
  },
};

const TICK_MS = 1_000;
/** A timer that is later than this has slept. */
const SLEPT_MS = 2_000;

/** Calls after a sleep of the machine or of its timers too. */
export function watchWakes({ now, after, onWake }: Platform, wake: () => void): () => void {
  let cancel = () => {};
  const tick = (expected: number) => {
    cancel = after(TICK_MS, () => {
      if (now() - expected > SLEPT_MS) wake();
      tick(now() + TICK_MS);
    });
  };
  tick(now() + TICK_MS);
  const end = onWake(wake);
  return () => {
    cancel();
    end();
  };
}
