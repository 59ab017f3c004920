import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { FAR_FUTURE, plus, SECOND } from '../../kernel/instant.js';
import { lruCache } from '../../kernel/lru-cache.js';
import type { Clock, Ids } from '../../ports/clock.js';
import type { OperationalStore } from '../../ports/operational-store.js';
import type { Signal, Signals } from '../../ports/signals.js';

const LOOK_MS = 100;
/** Clocks of machines differ by less than the rest of it. */
const KEPT_MS = 10 * SECOND;
/** Of more at once the oldest are told and the others passed over: nobody reads so many. */
const MOST = 1_000;

/** Signals between processes, by way of the ledger that they share. Those of this process are told at once. */
export class StoredSignals implements Signals {
  private readonly listeners = new Set<(signal: Signal) => void>();
  private readonly known = lruCache<string, true>({ bytes: cacheBudgets.signals });
  private timer: NodeJS.Timeout | undefined;
  private looks = 0;

  constructor(
    private readonly store: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  publish(signal: Signal): void {
    const id = this.ids.next();
    this.known.set(id, true);
    this.tell(signal);
    const { tenantId, at } = signal;
    this.store
      .put({ tenantId, kind: 'signal', id }, signal, { due: at, relaxed: true })
      .catch((error) => this.failed('signals', error));
  }

  subscribe(listener: (signal: Signal) => void): () => void {
    const own = (signal: Signal) => listener(signal);
    this.listeners.add(own);
    this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
    return () => {
      this.listeners.delete(own);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private tell(signal: Signal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  private async look(): Promise<void> {
    try {
      const oldest = plus(this.clock.now(), -KEPT_MS);
      if (this.looks++ % (KEPT_MS / LOOK_MS) === 0) await this.store.sweep('signal', oldest);
      for (const { key, value } of await this.store.due<Signal>('signal', FAR_FUTURE, MOST)) {
        if (this.known.get(key.id)) continue;
        this.known.set(key.id, true);
        if (value.at >= oldest) this.tell(value);
      }
    } catch (error) {
      this.failed('signals', error);
    }
  }
}
