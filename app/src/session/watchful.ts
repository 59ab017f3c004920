import { platform } from '../../../sdk/src/live/platform.js';
import type { Platform } from '../../../sdk/src/socket.js';

/** With the three seconds that a probe waits, a lost connection is known within five. */
const LOOK_MS = 1_500;

/** A page that is on screen looks often whether its connection lives, and whether a lost one is back. */
export const watchful: Platform = {
  ...platform,
  onWake(wake) {
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) wake();
    };
    const timer = setInterval(look, LOOK_MS);
    const end = platform.onWake(wake);
    return () => {
      clearInterval(timer);
      end();
    };
  },
};
