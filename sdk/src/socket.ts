import type { ErrorResponse } from './api.js';
import { TidingsError } from './errors.js';
import type { Address, Frame } from './frames.js';
import { pauseBefore, paused } from './retries.js';
import type { Tidings } from './tidings.js';

export type { Address, Frame, Gap } from './frames.js';

/** The members of a socket.io-client socket that the SDK uses. */
interface SocketLike {
  readonly active: boolean;
  readonly connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...given: never[]) => void): unknown;
  onAny(listener: (type: string, frame: Frame) => void): unknown;
  emitWithAck(event: string, body: object): Promise<unknown>;
}

/** `io` of socket.io-client. */
export type Connect = (url: string, options: { auth: (give: (data: object) => void) => void }) => SocketLike;

export interface FramesOptions {
  /** Position of the last frame that was processed. Default: only frames from now on. */
  readonly after?: string;
  /** Frames that may wait for the loop. A loop that is further behind is unsubscribed and resumes later. Default: 1,000. */
  readonly buffer?: number;
  readonly signal?: AbortSignal;
}

type Acknowledged =
  | { readonly ok: true; readonly position: string }
  | { readonly ok: false; readonly error: ErrorResponse };

const PASSING = [
  'errors.rate_limited',
  'errors.service.starting',
  'errors.store.unavailable',
  'errors.position.not_reached',
];
const NOTICES = ['PONG', 'ERROR'];

/**
 * The frames of an address, in order. A lost connection is made again and resumed after the last frame, so that no
 * frame is lost or repeated. A frame of type GAP says that older frames are no longer available. Leave the loop to
 * disconnect.
 * @throws TidingsError if the service refuses the credential or the address
 */
export async function* frames(
  tidings: Tidings,
  connect: Connect,
  address: Address,
  { after, buffer = 1_000, signal }: FramesOptions = {},
): AsyncGenerator<Frame, void, undefined> {
  const waiting: Frame[] = [];
  let last = after;
  let failure: unknown;
  /** Set while the loop is behind: frames that still come are not kept, since they come again. */
  let left: Promise<unknown> | undefined;
  let attempt = 0;
  let wake = () => {};
  const end = new AbortController();
  /** An expired token passes if a function gives the next one. */
  const passes = (code: string) =>
    PASSING.includes(code) || (code === 'errors.token.expired' && typeof tidings.options.credential === 'function');
  const fail = (error: unknown) => {
    failure ??= error;
    wake();
  };

  const socket = connect(tidings.options.url, {
    auth: (give) => void tidings.credential().then((token) => give({ token }), fail),
  });

  const again = async () => {
    try {
      await paused(pauseBefore(attempt++, null), end.signal);
      socket.connect();
    } catch {
      // The loop was left meanwhile.
    }
  };

  const subscribe = async (): Promise<void> => {
    const asked = last === undefined ? { address } : { address, after: last };
    const answer = (await socket.emitWithAck('SUBSCRIBE', asked)) as Acknowledged;
    if (!answer.ok) {
      if (!passes(answer.error.code)) return fail(new TidingsError(0, answer.error));
      await paused(pauseBefore(attempt++, null), end.signal);
      return subscribe();
    }
    attempt = 0;
    last ??= answer.position;
  };

  /** The token has expired: the connection stays for a while and goes on with another one. */
  const renew = async (error: ErrorResponse): Promise<void> => {
    if (error.code !== 'errors.token.expired') return;
    if (!passes(error.code)) return fail(new TidingsError(401, error));
    await socket.emitWithAck('AUTHENTICATE', { token: await tidings.credential() });
    if (!left) await subscribe();
  };

  // A connection that ends while it waits for an acknowledgement subscribes again when it is back.
  const lost = () => {};
  socket.on('connect', () => void (left ?? subscribe().catch(lost)));
  socket.on('disconnect', () => void (socket.active || again()));
  socket.on('connect_error', ((error: Error & { readonly data?: ErrorResponse }) => {
    if (socket.active) return;
    if (error.data && !passes(error.data.code)) fail(new TidingsError(401, error.data));
    else void again();
  }) as never);
  socket.on('ERROR', ((error: ErrorResponse) => void renew(error).catch(lost)) as never);
  socket.onAny((type, frame) => {
    if (NOTICES.includes(type) || left) return;
    if ('position' in frame) last = frame.position;
    waiting.push(frame);
    if (waiting.length >= buffer) left = socket.emitWithAck('UNSUBSCRIBE', { address }).catch(lost);
    wake();
  });
  signal?.addEventListener('abort', () => wake(), { once: true });

  try {
    for (;;) {
      signal?.throwIfAborted();
      const frame = waiting.shift();
      if (frame) yield frame;
      else if (failure) throw failure;
      else if (left) {
        await left;
        left = undefined;
        if (socket.connected) void subscribe().catch(lost);
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    end.abort();
    socket.disconnect();
  }
}
