import { limits } from '../../catalogue/limits/limits.js';
import type { Position } from '../../kernel/event.js';
import { CaughtUp } from './caught-up.js';

/** Position up to which the sockets of this process have their frames. */
export class SocketProgress extends CaughtUp {
  /** False in a process without sockets, where nothing waits. */
  isFollowing = false;

  /** Resolves when the frames up to `position` are sent, or after `limits.caughtUpMs`. */
  async passed(position: Position): Promise<void> {
    if (this.isFollowing) await this.reached(position, limits.caughtUpMs);
  }
}
