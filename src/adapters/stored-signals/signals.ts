import { operationalRetention } from '../../catalogue/retention.js';
import { FAR_FUTURE, type Instant, plus, SECOND } from '../../kernel/instant.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { Signal, Signals } from '../../ports/stores/signals.js';
import { OutgoingSignals } from './outgoing.js';

const BATCH = 'signal';
const SOURCE = 'signal-source';
const TICK_MS = 100;
/** New processes are looked for in every n-th tick; signals are swept in every m-th. */
const TICKS = { sources: 3, sweep: 50 };
/** Clocks of machines differ by less than the rest of it. */
const KEPT_MS = operationalRetention.signal.seconds * SECOND;
const SOURCE_KEPT_MS = operationalRetention['signal-source'].seconds * SECOND;
const MOST_SOURCES = 200;
const BATCHES_AT_ONCE = 20;
/** Signals that one process sends in one tick. */
const BOUNDS = { total: 2_000, perTenant: 200, perConversation: 20 };
const DIGITS = 12;

/**
 * Signals between processes, by way of the operational store that they share. A process writes its signals of a tick as
 * one numbered batch. It reads the batches of each other process from the last number it knows. Signals of this process
 * reach its own listeners at once.
 */
export class StoredSignals implements Signals {
  private readonly listeners = new Set<(signal: Signal) => void>();
  private readonly outgoing = new OutgoingSignals(BOUNDS);
  private readonly own: string;
  /** By other process: the id of the last batch that was read. */
  private readonly read = new Map<string, string>();
  private reading: NodeJS.Timeout | undefined;
  private writing: NodeJS.Timeout | undefined;
  private written = 0;
  private announcedUntil: Instant | undefined;
  private ticks = 0;
  private isBusy = false;

  constructor(
    private readonly store: OperationalStore,
    private readonly clock: Clock,
    ids: Ids,
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.own = ids.next();
  }

  publish(signal: Signal): void {
    this.deliver(signal);
    this.outgoing.add(signal);
    this.writing ??= setTimeout(() => {
      this.writing = undefined;
      this.write().catch((error) => this.failed('signals', error));
    }, TICK_MS).unref();
  }

  subscribe(listener: (signal: Signal) => void): () => void {
    const own = (signal: Signal) => listener(signal);
    this.listeners.add(own);
    this.reading ??= setInterval(() => void this.look(), TICK_MS).unref();
    return () => {
      this.listeners.delete(own);
      if (this.listeners.size > 0) return;
      clearInterval(this.reading);
      this.reading = undefined;
    };
  }

  private deliver(signal: Signal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  private async write(): Promise<void> {
    const now = this.clock.now();
    const signals = this.outgoing.take();
    const id = `${this.own}/${String(++this.written).padStart(DIGITS, '0')}`;
    await this.store.put({ tenantId: NO_TENANT, kind: BATCH, id }, signals, { due: now, relaxed: true });
    if (this.announcedUntil !== undefined && now < this.announcedUntil) return;
    const key = { tenantId: NO_TENANT, kind: SOURCE, id: this.own };
    await this.store.put(key, 1, { due: plus(now, SOURCE_KEPT_MS), relaxed: true });
    this.announcedUntil = plus(now, SOURCE_KEPT_MS / 2);
  }

  private async look(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const tick = this.ticks++;
      if (tick % TICKS.sweep === 0) await this.sweep();
      if (tick % TICKS.sources === 0) await this.findSources();
      for (const source of this.read.keys()) await this.readFrom(source);
    } catch (error) {
      this.failed('signals', error);
    } finally {
      this.isBusy = false;
    }
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.store.sweep(BATCH, plus(now, -KEPT_MS));
    await this.store.sweep(SOURCE, now);
  }

  private async findSources(): Promise<void> {
    const now = this.clock.now();
    const found = await this.store.due<number>(SOURCE, FAR_FUTURE, MOST_SOURCES);
    const alive = new Set(found.filter(({ due = now }) => due > now).map(({ key }) => key.id));
    for (const source of this.read.keys()) if (!alive.has(source)) this.read.delete(source);
    for (const source of alive) if (source !== this.own && !this.read.has(source)) this.read.set(source, `${source}/`);
  }

  private async readFrom(source: string): Promise<void> {
    const oldest = plus(this.clock.now(), -KEPT_MS);
    const after = this.read.get(source);
    const batches = await this.store.list<readonly Signal[]>(NO_TENANT, BATCH, `${source}/`, BATCHES_AT_ONCE, after);
    for (const { key, value } of batches) {
      this.read.set(source, key.id);
      for (const signal of value) if (signal.at >= oldest) this.deliver(signal);
    }
  }
}
