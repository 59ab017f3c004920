import { io } from 'socket.io-client';
import { TidingsError } from '../../sdk/src/errors.js';
import { pauseBefore, paused } from '../../sdk/src/retries.js';
import { type Connect, type Frame, frames } from '../../sdk/src/socket.js';
import { Ended, type Session } from './session.js';

/** Errors of a subscription after which the conversation is no longer there. */
const GONE = [403, 404, 410];
const PLAIN_GONE = /^errors\.(not_found|forbidden|conversation\.(not_found|erased))$/;

interface Watch {
  readonly onFrame: (frame: Frame) => void;
  readonly onConnection: (isConnected: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Follows a conversation from a position until it ends for the client. A lost connection, a refused token and a key
 * exchange that fails for a while are tried again, and resumed after the last frame.
 * @throws Ended
 */
export async function follow(
  session: Session,
  conversationId: string,
  from: string | undefined,
  { onFrame, onConnection, signal }: Watch,
): Promise<void> {
  const connect: Connect = (url, options) => {
    const socket = io(url, { ...options, forceNew: true });
    socket.on('connect', () => onConnection(true));
    socket.on('disconnect', () => onConnection(false));
    socket.on('connect_error', () => onConnection(false));
    return socket;
  };
  let last = from;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const after = last === undefined ? {} : { after: last };
      for await (const frame of frames(session.tidings, connect, `conversations/${conversationId}`, {
        ...after,
        signal,
      })) {
        attempt = 0;
        if ('position' in frame) last = frame.position;
        onFrame(frame);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Ended) throw error;
      if (error instanceof TidingsError && (GONE.includes(error.status) || PLAIN_GONE.test(error.code)))
        throw new Ended('gone');
      if (error instanceof TidingsError && error.status === 401) session.drop();
      onConnection(false);
      await paused(pauseBefore(Math.min(attempt, 6), null), signal).catch(() => {});
    }
  }
}
