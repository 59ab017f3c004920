import { MINUTE } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { ClockTrust } from '../erasure/clock-trust.js';
import { removeExpired } from './expiry-marker.js';

/** Removes expired entries from the operational store. No read returns them; this only frees their space. */
export class ExpirySweeper {
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly kinds: readonly string[],
    private readonly failed: (name: string, error: unknown) => void,
    private readonly trust: Pick<ClockTrust, 'isTrusted'> = { isTrusted: true },
  ) {}

  start(everyMs: number = MINUTE): void {
    this.sweeping = setInterval(() => void this.sweep(), everyMs);
    this.sweeping.unref();
  }

  async sweep(): Promise<void> {
    if (!this.trust.isTrusted) return;
    try {
      await removeExpired(this.operations, this.clock.now());
      for (const kind of this.kinds) await this.operations.sweep(kind, this.clock.now());
    } catch (error) {
      this.failed('sweeper', error);
    }
  }

  close(): void {
    clearInterval(this.sweeping);
  }
}
