import type { Address, Frames, FramesOptions } from './frames.js';
import type { Connect } from './live/connect.js';
import { FrameQueue } from './live/frame-queue.js';
import type { Tidings } from './tidings.js';

export type { Address, Frame, Frames, FramesOptions, FramesStatus, Gap } from './frames.js';
export type { Connect } from './live/connect.js';
export type { Platform } from './live/platform.js';

/**
 * The frames of an address, in order. A lost connection is made again and resumed after the last frame, so that no
 * frame is lost or repeated. A frame of type GAP says that older frames are no longer available. Leave the loop to
 * end the subscription. Loops of one client and one `connect` share a socket.
 * @throws TidingsError if the service refuses the credential or the address for good, and the errors of the credential function
 */
export const frames = (tidings: Tidings, connect: Connect, address: Address, options: FramesOptions = {}): Frames =>
  new FrameQueue(tidings, connect, address, options) as unknown as Frames;
