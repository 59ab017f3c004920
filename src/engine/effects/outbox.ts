import { operationalRetention } from '../../catalogue/retention.js';
import type { TraceContext } from '../../kernel/event.js';
import { DAY, type Instant, later, plus } from '../../kernel/instant.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Priority } from '../../ports/process/priority.js';
import type {
  Entry,
  Listed,
  ListedPage,
  ListedRange,
  OperationalKey,
  OperationalStore,
} from '../../ports/stores/operational-store.js';
import type { EntryUpgrade } from './entry-upgrades.js';
import { markExpiry } from './expiry-marker.js';

/**
 * `suppressed`: it is not sent, by decision. `unknown`: it may have been sent and is not sent again; only its receiver
 * knows.
 */
export const EFFECT_STATUSES = ['planned', 'claimed', 'done', 'failed', 'unknown', 'suppressed'] as const;
export type EffectStatus = (typeof EFFECT_STATUSES)[number];

export interface Effect<About = unknown> {
  /** Names the sender. */
  readonly channel: string;
  /** Facts that readers are shown. */
  readonly about: About;
  readonly status: EffectStatus;
  readonly priority?: Priority;
  readonly plannedAt: Instant;
  readonly changedAt: Instant;
  /** Attempts to send it. */
  readonly attempts: number;
  /** It counts for the quota of mails. */
  readonly isCounted?: true;
  /** Needed by the sender; removed with the outcome. */
  readonly content?: string;
  /** Names the run of the worker that claimed it. */
  readonly owner?: string;
  readonly reason?: string;
  /** The receiver's name for it. */
  readonly receipt?: string;
  /** Days that it is kept after its outcome. Absent: those of `operationalRetention`. */
  readonly keptDays?: number;
  /** The span that caused it. */
  readonly trace?: TraceContext;
}

export interface Plan<About> {
  readonly channel: string;
  readonly about: About;
  readonly at: Instant;
  readonly content?: string;
  /** Default: background. */
  readonly priority?: Priority;
  /** Reason why it is not sent, by decision. */
  readonly suppressed?: string;
  /** Reason why it cannot be sent. */
  readonly failed?: string;
  /** Days that it is kept after its outcome. Default: those of `operationalRetention`. */
  readonly keptDays?: number;
  /** The span that caused it. */
  readonly trace?: TraceContext | undefined;
}

/** The outcome of an attempt; `planned`: another attempt follows at `due`. */
export interface Settled extends Pick<Effect, 'status'>, Partial<Pick<Effect, 'reason' | 'receipt'>> {
  readonly due?: Instant;
}

export const EFFECT = 'effect';

/** An effect's id is `<group>.<rest>`, such as that of its conversation. */
const groupOf = (id: string): string => id.slice(0, id.indexOf('.') + 1);

/** Value by which lists of effects filter. */
export const effectFacet = (channel: string, status: EffectStatus): string => `${channel}/${status}`;

/** Effects are listed by the time of their plan, and counted by channel and status and in their group. */
export const listedEffect = (id: string, { channel, status, plannedAt }: Effect): Listed => ({
  at: plannedAt,
  facet: effectFacet(channel, status),
  group: groupOf(id),
});

const KEPT_DAYS = operationalRetention.effect.days;

/** Effects of earlier versions are not listed, and some have an outcome but no expiry marker. */
export function upgradeEffect({ key, value }: Entry<Effect>): EntryUpgrade {
  const hasOutcome = value.status !== 'planned' && value.status !== 'claimed';
  return {
    listed: listedEffect(key.id, value),
    ...(hasOutcome ? { ends: plus(value.changedAt, (value.keptDays ?? KEPT_DAYS) * DAY) } : {}),
  };
}

const AGAIN = 20;

export type PlannedListener = (key: OperationalKey, effect: Effect) => void;

/** Effects on the outside and their outcomes. They are in the operational store, so a rebuild repeats none. */
export class Outbox {
  /** How many effects this process brought to an end, by outcome. */
  readonly outcomes = { done: 0, failed: 0, unknown: 0, suppressed: 0 };
  private readonly listeners = new Set<PlannedListener>();

  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
  ) {}

  /** Durable when the promise resolves. An effect planned earlier under this id is returned unchanged. */
  async plan<About>(tenantId: string, id: string, plan: Plan<About>): Promise<Effect<About>> {
    const key = { tenantId, kind: EFFECT, id };
    const { channel, about, at, content, priority, suppressed, failed, keptDays, trace } = plan;
    const chosen = { ...(priority && { priority }), ...(keptDays && { keptDays }), ...(trace && { trace }) };
    const base = { channel, about, plannedAt: at, changedAt: at, attempts: 0, ...chosen };
    const reason = suppressed ?? failed;
    const effect: Effect<About> =
      reason === undefined
        ? { ...base, status: 'planned', ...(content === undefined ? {} : { content }) }
        : { ...base, status: suppressed === undefined ? 'failed' : 'suppressed', reason };
    const isWaiting = effect.status === 'planned';
    if (!isWaiting) await this.markExpiry(key, 1, keptDays);
    const options = { expected: 0, listed: listedEffect(id, effect), ...(isWaiting ? { due: this.clock.now() } : {}) };
    if (await this.operations.put(key, effect, options)) {
      if (isWaiting) for (const listener of this.listeners) listener(key, effect);
      this.count(effect);
      return effect;
    }
    return (await this.operations.get<Effect<About>>(key))?.value ?? effect;
  }

  async find<About>(tenantId: string, id: string): Promise<Effect<About> | undefined> {
    return (await this.operations.get<Effect<About>>({ tenantId, kind: EFFECT, id }))?.value;
  }

  /** Effects of a group by id; those behind the id `after`, and `skip` more. */
  inGroup<About>(
    tenantId: string,
    group: string,
    limit: number,
    after?: string,
    skip?: number,
  ): Promise<readonly Entry<Effect<About>>[]> {
    return this.operations.list<Effect<About>>(tenantId, EFFECT, group, limit, after, skip);
  }

  countGroup(tenantId: string, group: string): Promise<number> {
    return this.operations.countGroup(tenantId, EFFECT, group);
  }

  /** Effects of the tenant, newest first. */
  listed<About>(tenantId: string) {
    return {
      newest: (range: ListedRange, page: ListedPage) =>
        this.operations.newest<Effect<About>>(tenantId, EFFECT, range, page),
      count: (range: ListedRange) => this.operations.count(tenantId, EFFECT, range),
    };
  }

  /** Changes the effect as it is now. False when it does not exist or `change` returns undefined. */
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
      if (due === undefined) await this.markExpiry(key, entry.revision + 1, entry.value.keptDays);
      const next = this.settled(entry.value, outcome);
      const listed = listedEffect(id, next);
      const options = { expected: entry.revision, listed, ...(due === undefined ? {} : { due }) };
      if (!(await this.operations.put(key, next, options))) continue;
      this.count(outcome);
      return true;
    }
    throw new Error(`An outbox entry of tenant ${tenantId} changes too often to be settled.`);
  }

  /** Calls the listener with each effect that this process plans, until the returned function is called. */
  onPlanned(listener: PlannedListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private count({ status }: Pick<Effect, 'status'>): void {
    if (status !== 'planned' && status !== 'claimed') this.outcomes[status]++;
  }

  private markExpiry(key: OperationalKey, revision: number, days: number = KEPT_DAYS): Promise<void> {
    return markExpiry(this.operations, key, revision, plus(this.clock.now(), days * DAY));
  }

  private settled({ content, reason: _, ...effect }: Effect, outcome: Settled): Effect {
    const changedAt = later(effect.changedAt, this.clock.now());
    const kept = outcome.status === 'planned' && content !== undefined ? { content } : {};
    return { ...effect, ...kept, ...outcome, changedAt };
  }
}
