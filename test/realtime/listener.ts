import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Caller } from '../fixtures/caller.js';

type Body = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a frame.
export type Heard = Record<string, any> & { readonly type: string };

export interface Listener {
  readonly socket: Socket;
  /** Everything that came, in order. */
  readonly heard: Heard[];
  readonly of: (...types: readonly string[]) => Heard[];
  ask(type: string, body?: unknown): Promise<Heard>;
  subscribe(address: string, after?: string): Promise<Heard>;
  /** Waits for a condition on what came; says what came when it does not hold in time. */
  until(holds: (heard: readonly Heard[]) => boolean, ms?: number): Promise<void>;
  /** Waits for a frame of the type, and gives it. */
  next(type: string, where?: (frame: Heard) => boolean): Promise<Heard>;
  /** Everything up to a position, that of a write's answer, has come to an address it is subscribed to. */
  reached(address: string, position: string): Promise<void>;
  close(): void;
}

type Options = Partial<ManagerOptions & SocketOptions>;

const open = (url: string, options: Options) =>
  io(url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options });

/** Why a handshake was refused. */
export async function refusal(url: string, options: Options): Promise<Body> {
  const socket = open(url, options);
  try {
    return await new Promise((resolve, reject) => {
      socket.on('connect', () => reject(new Error('it was let in')));
      socket.on('connect_error', (error) =>
        resolve((error as Error & { data?: Body }).data ?? { message: error.message }),
      );
    });
  } finally {
    socket.disconnect();
  }
}

export async function listen(url: string, options: Options): Promise<Listener> {
  const socket = open(url, options);
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((type: string, frame: Body) => {
    if (frame?.type !== type) throw new Error(`${type} came with type ${frame?.type}`);
    heard.push(frame as Heard);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error) => reject(Object.assign(error, (error as { data?: Body }).data)));
  });

  const listener: Listener = {
    socket,
    heard,
    of: (...types) => heard.filter(({ type }) => types.includes(type)),
    ask: (type, body = {}) => socket.timeout(10_000).emitWithAck(type, body),
    subscribe: (address, after) => listener.ask('SUBSCRIBE', { address, ...(after === undefined ? {} : { after }) }),
    until: (holds, ms = 10_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`never came; heard ${JSON.stringify(heard, null, 1).slice(-3000)}`));
        }, ms);
        const look = () => {
          if (!holds(heard)) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async next(type, where = () => true) {
      const matching = () => heard.find((frame) => frame.type === type && where(frame));
      await listener.until(() => matching() !== undefined);
      return matching() as Heard;
    },
    async reached(address, position) {
      const { ok, error } = await listener.subscribe(address, position);
      if (!ok) throw new Error(JSON.stringify(error));
    },
    close: () => void socket.disconnect(),
  };
  return listener;
}

/** A listener under a token or API key. */
export const listenAs = (url: string, token: string, options: Options = {}): Promise<Listener> =>
  listen(url, { auth: { token }, ...options });

/** A listener under the credential of a caller, at the service it calls. */
export const listenerOf = ({ service, token }: Caller, options: Options = {}): Promise<Listener> =>
  listenAs(service.url, token, options);
