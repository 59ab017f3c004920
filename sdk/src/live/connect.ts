import type { ErrorResponse } from '../api.js';
import type { Frame } from '../frames.js';

/** The members of a socket.io-client socket that the SDK uses. */
export interface SocketLike {
  readonly connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...given: never[]) => void): unknown;
  onAny(listener: (type: string, frame: Frame) => void): unknown;
  emit(event: string, body: object, acknowledge: (answer: Acknowledged) => void): unknown;
}

interface ConnectOptions {
  readonly auth: (give: (data: object) => void) => void;
  readonly path?: string;
  /** Long polling across origins keeps the cookie of a sticky balancer. */
  readonly withCredentials: true;
  /** The SDK connects again by itself, on a connection of its own. */
  readonly reconnection: false;
  readonly forceNew: true;
}

/** `io` of socket.io-client. */
export type Connect = (url: string, options: ConnectOptions) => SocketLike;

export type Acknowledged =
  | { readonly ok: true; readonly position?: string }
  | { readonly ok: false; readonly error: ErrorResponse };

/** Milliseconds to wait, as an error of a socket says. */
export const waitIn = ({ details }: ErrorResponse): number | undefined =>
  typeof details?.retry_after === 'number' ? details.retry_after * 1_000 : undefined;
