import type { ClientFrame } from '../../public-events/frames/client-frames.js';
import type { Frame } from '../../public-events/frames/frame.js';

const MiB = 1_048_576;
const FRAMES = 10_000;

/** Bytes of frames that are held back for one connection, for those of a tenant, and in all. */
export interface HeldBounds {
  readonly perConnection: number;
  readonly perTenant: number;
  readonly total: number;
}

const BOUNDS: HeldBounds = { perConnection: 4 * MiB, perTenant: 16 * MiB, total: 48 * MiB };

/** The bytes of frames that are held back, shared by all connections. */
export class HeldBytes {
  private readonly byTenant = new Map<string, number>();
  private held = 0;

  constructor(readonly bounds: HeldBounds = BOUNDS) {}

  get total(): number {
    return this.held;
  }

  /** False where there is no room. A tenant that holds less than an equal share finds room, however full it is. */
  take(tenantId: string, bytes: number): boolean {
    const own = (this.byTenant.get(tenantId) ?? 0) + bytes;
    const share = this.bounds.total / (this.byTenant.size + 1);
    if (own > this.bounds.perTenant || (this.held + bytes > this.bounds.total && own > share)) return false;
    this.set(tenantId, own, bytes);
    return true;
  }

  giveBack(tenantId: string, bytes: number): void {
    this.set(tenantId, (this.byTenant.get(tenantId) ?? 0) - bytes, -bytes);
  }

  private set(tenantId: string, own: number, change: number): void {
    this.held += change;
    if (own > 0) this.byTenant.set(tenantId, own);
    else this.byTenant.delete(tenantId);
  }
}

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
  private bytes = 0;

  constructor(
    private readonly tenantId: string,
    private readonly budget: HeldBytes,
  ) {}

  get size(): number {
    return this.frames.length;
  }

  add(frame: ClientFrame<Frame>, bytes: number): void {
    if (this.isOverflown) return;
    const isFull = this.frames.length >= FRAMES || this.bytes + bytes > this.budget.bounds.perConnection;
    if (isFull || !this.budget.take(this.tenantId, bytes)) {
      this.drop();
      return;
    }
    this.bytes += bytes;
    this.frames.push({ frame, bytes });
    const { message } = frame;
    if (message?.deleted_at) this.frames = this.frames.map((each) => withDeletion(each, message));
  }

  /** Removes the first ones. */
  take(most: number): readonly ClientFrame<Frame>[] {
    const taken = this.frames.splice(0, most);
    this.giveBack(taken.reduce((sum, { bytes }) => sum + bytes, 0));
    return taken.map(({ frame }) => frame);
  }

  drop(): void {
    this.isOverflown = true;
    this.frames = [];
    this.giveBack(this.bytes);
  }

  private giveBack(bytes: number): void {
    this.bytes -= bytes;
    this.budget.giveBack(this.tenantId, bytes);
  }
}
