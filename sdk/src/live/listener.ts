import type { Address, Frame, FramesStatus } from '../frames.js';

export interface Listener {
  readonly address: Address;
  readonly status: FramesStatus;
  /** Position to resume after. */
  last: string | undefined;
  /** It takes no frames until it resumes. */
  readonly isBehind: boolean;
  take(frame: Frame): void;
  is(state: 'connecting' | 'live' | 'stale' | 'renewing'): void;
  fail(error: unknown): void;
}

const EVERY: Address = 'conversations';

/** The service sends a frame once per socket, even if several of its addresses have it. */
export const overlap = (one: Address, other: Address): boolean => one === other || one === EVERY || other === EVERY;

export const covers = (address: Address, frame: Frame): boolean =>
  frame.type === 'GAP'
    ? frame.address === address
    : address === EVERY || address === `conversations/${frame.conversation_id}`;
