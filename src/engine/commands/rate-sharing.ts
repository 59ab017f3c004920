import { operationalRetention } from '../../catalogue/retention.js';
import { instant, plus, SECOND } from '../../kernel/instant.js';
import type { RateCounter } from '../../kernel/rate-counter.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';

const EVERY_MS = 1_000;
/** Busier keys come first; the others count in their own process alone. */
const MAX_KEYS = 500;
const MAX_SHARE = operationalRetention.rate.seconds * SECOND;

interface Share {
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Tells other API processes what this one counted and reads what they counted, once a second. The limits of several
 * processes are exceeded by at most what arrives within that second.
 */
export class RateSharing {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly counter: RateCounter,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly processId: string,
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setTimeout(async () => {
      await this.exchange().catch((error) => this.failed('rate limits', error));
      if (this.timer) this.start();
    }, EVERY_MS);
    this.timer.unref();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** One entry a process and window; it expires with the window after it. */
  async exchange(): Promise<void> {
    const nowMs = Date.parse(this.clock.now());
    const startMs = this.counter.windowStart(nowMs);
    const window = String(startMs);
    const busiest = this.counter.busiest(MAX_KEYS, nowMs);
    const key = { tenantId: NO_TENANT, kind: 'rate', id: `${window}.${this.processId}` };
    const due = plus(instant(startMs), MAX_SHARE);
    await this.operations.put<Share>(key, { counts: Object.fromEntries(busiest) }, { due, relaxed: true });
    const shares = await this.operations.list<Share>(NO_TENANT, 'rate', `${window}.`, MAX_KEYS);
    const elsewhere = new Map<string, number>();
    for (const { key: each, value } of shares) {
      if (each.id === key.id) continue;
      for (const [name, count] of Object.entries(value.counts)) elsewhere.set(name, (elsewhere.get(name) ?? 0) + count);
    }
    for (const [name, count] of elsewhere) this.counter.noteElsewhere(name, count, nowMs);
  }
}
