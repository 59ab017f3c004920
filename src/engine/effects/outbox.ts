import { type Instant, later } from '../../kernel/instant.js';
import type { Clock } from '../../ports/clock.js';
import type { Entry, OperationalKey, OperationalStore } from '../../ports/operational-store.js';

/**
 * `suppressed`: decided and never to be sent. `unknown`: it may have been sent and is not sent again; only who
 * received it can tell.
 */
export type EffectStatus = 'planned' | 'claimed' | 'done' | 'failed' | 'unknown' | 'suppressed';

export interface Effect<About = unknown> {
  /** Whose sender takes it. */
  readonly channel: string;
  /** What readers are told of it. */
  readonly about: About;
  readonly status: EffectStatus;
  readonly plannedAt: Instant;
  readonly changedAt: Instant;
  /** How often it was handed to its sender. */
  readonly attempts: number;
  /** What its sender needs; gone with the outcome. */
  readonly content?: string;
  /** The life of the runner that claimed it. */
  readonly owner?: string;
  readonly reason?: string;
  /** What the receiver calls it. */
  readonly receipt?: string;
}

export interface Plan<About> {
  readonly channel: string;
  readonly about: About;
  readonly at: Instant;
  readonly content?: string;
  /** Not to be sent, and why not. */
  readonly suppressed?: string;
  readonly failed?: string;
}

/** What came of it; `planned` again, it is due at `due`. */
export interface Settled extends Pick<Effect, 'status'>, Partial<Pick<Effect, 'reason' | 'receipt'>> {
  readonly due?: Instant;
}

export const EFFECT = 'effect';

const AGAIN = 20;

/** What is to happen outside, and what came of it: in the ledger, which no rebuild touches. */
export class Outbox {
  private readonly listeners = new Set<(key: OperationalKey) => void>();

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
  ) {}

  /** Durable when the promise is kept. What was planned under this id before stays as it is and is answered. */
  async plan<About>(tenantId: string, id: string, plan: Plan<About>): Promise<Effect<About>> {
    const key = { tenantId, kind: EFFECT, id };
    const { channel, about, at, content, suppressed, failed } = plan;
    const base = { channel, about, plannedAt: at, changedAt: at, attempts: 0 };
    const reason = suppressed ?? failed;
    const effect: Effect<About> =
      reason === undefined
        ? { ...base, status: 'planned', ...(content === undefined ? {} : { content }) }
        : { ...base, status: suppressed === undefined ? 'failed' : 'suppressed', reason };
    const isWaiting = effect.status === 'planned';
    if (await this.operations.put(key, effect, { expected: 0, ...(isWaiting ? { due: this.clock.now() } : {}) })) {
      if (isWaiting) for (const listener of this.listeners) listener(key);
      return effect;
    }
    return (await this.operations.get<Effect<About>>(key))?.value ?? effect;
  }

  async find<About>(tenantId: string, id: string): Promise<Effect<About> | undefined> {
    return (await this.operations.get<Effect<About>>({ tenantId, kind: EFFECT, id }))?.value;
  }

  /** Those whose id begins so, by id; behind the id `after`. */
  list<About>(
    tenantId: string,
    prefix: string,
    limit: number,
    after?: string,
  ): Promise<readonly Entry<Effect<About>>[]> {
    return this.operations.list<Effect<About>>(tenantId, EFFECT, prefix, limit, after);
  }

  /** The change is made on what is there at that moment; undefined: nothing is to be changed. False where nothing was. */
  async settle(
    { tenantId, id }: Pick<OperationalKey, 'tenantId' | 'id'>,
    change: (effect: Effect) => Settled | undefined,
  ): Promise<boolean> {
    const key = { tenantId, kind: EFFECT, id };
    for (let attempt = 0; attempt < AGAIN; attempt++) {
      const entry = await this.operations.get<Effect>(key);
      const settled = entry && change(entry.value);
      if (!settled) return false;
      const { due, ...outcome } = settled;
      const options = { expected: entry.revision, ...(due === undefined ? {} : { due }) };
      if (await this.operations.put(key, this.settled(entry.value, outcome), options)) return true;
    }
    throw new Error(`An outbox entry of tenant ${tenantId} changes too often to be settled.`);
  }

  /** Calls with what this process plans; answers how to stop that. */
  onPlanned(listener: (key: OperationalKey) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private settled({ content, reason: _, ...effect }: Effect, outcome: Settled): Effect {
    const changedAt = later(effect.changedAt, this.clock.now());
    const kept = outcome.status === 'planned' && content !== undefined ? { content } : {};
    return { ...effect, ...kept, ...outcome, changedAt };
  }
}
