import { type Holding, TenantBudget } from '../../fairness/tenant-budget.js';
import type { ClientFrame } from '../../public-events/frames/client-frames.js';
import type { Frame } from '../../public-events/frames/frame.js';

const MiB = 1_048_576;
const FRAMES = 10_000;

/** Bytes that are held back for one connection. */
const BYTES = 4 * MiB;

/** Bytes of the frames that are held back for all connections. */
export const heldBytes = (): TenantBudget =>
  new TenantBudget({ perTenant: 16 * MiB, total: 48 * MiB, leavesFree: true });

interface Held {
  readonly frame: ClientFrame<Frame>;
  readonly bytes: number;
}

/** A frame of the message shows it as deleted. */
const withDeletion = (held: Held, deleted: Frame['message']): Held =>
  deleted && held.frame.message?.id === deleted.id ? { ...held, frame: { ...held.frame, message: deleted } } : held;

/** The frames that are held back for one connection, in order. Over a bound all are dropped, and later ones too. */
export class HeldFrames {
  isOverflown = false;
  private frames: Held[] = [];

  constructor(private readonly bytes: Holding) {}

  get size(): number {
    return this.frames.length;
  }

  add(frame: ClientFrame<Frame>, bytes: number): void {
    if (this.isOverflown) return;
    const isFull = this.frames.length >= FRAMES || this.bytes.amount + bytes > BYTES;
    if (isFull || this.bytes.take(bytes)) {
      this.drop();
      return;
    }
    this.frames.push({ frame, bytes });
    const { message } = frame;
    if (message?.deleted_at) this.frames = this.frames.map((each) => withDeletion(each, message));
  }

  /** Removes the first ones. */
  take(most: number): readonly ClientFrame<Frame>[] {
    const taken = this.frames.splice(0, most);
    this.bytes.shrinkTo(this.bytes.amount - taken.reduce((sum, { bytes }) => sum + bytes, 0));
    return taken.map(({ frame }) => frame);
  }

  drop(): void {
    this.isOverflown = true;
    this.frames = [];
    this.bytes.release();
  }
}
