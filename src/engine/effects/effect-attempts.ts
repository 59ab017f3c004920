import { type Instant, plus } from '../../kernel/instant.js';
import { DeliveryRefused, DeliverySuppressed } from '../../ports/delivery/delivery-refused.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { Tracing } from '../../ports/process/tracing.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { Entry, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { inOwnTrace } from '../spans/own-trace.js';
import { type Effect, listedEffect, type Outbox, type Settled } from './outbox.js';
import type { EffectSender, SenderRegistry } from './sender-registry.js';
import type { MailQuota } from './sending/mail-quota.js';

export interface AttemptTimes {
  /** Before each further attempt at an effect that certainly was not sent. */
  readonly pauses: readonly number[];
  /** Before an effect without a sender is tried again. */
  readonly noSenderMs: number;
  /** Before an effect of a suspended tenant is tried again. */
  readonly restMs: number;
}

const RETRY_PAUSE_MS = 200;
/** Reason of a mail above the day's quota of its tenant. */
const MAIL_QUOTA = 'mail_quota';

/** One attempt at an effect: claimed, sent, and its outcome kept. */
export class EffectAttempts {
  private readonly channelsWithoutSender = new Set<string>();

  constructor(
    private readonly outbox: Outbox,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly senders: SenderRegistry,
    private readonly logger: Logger,
    private readonly times: AttemptTimes,
    private readonly quota: MailQuota,
    private readonly isResting: (tenantId: string) => Promise<boolean>,
    private readonly isOpen: () => boolean,
    private readonly tracing: Tracing,
  ) {}

  /** @param owner names the run of the worker */
  async make(entry: Entry<Effect>, owner: string): Promise<void> {
    const { key, value, due, revision } = entry;
    if (value.status === 'claimed') return this.giveUp(key);
    const now = this.clock.now();
    if (value.status !== 'planned' || due === undefined || due > now) return;
    if (await this.isResting(key.tenantId)) return this.postpone(entry, this.times.restMs);
    const sender = this.senders.of(value.channel);
    if (!sender) return this.withoutSender(entry);
    const isMail = sender.sendsMails === true;
    if (isMail && !value.isCounted && !(await this.mayGo(entry, now))) return;
    const counted = isMail ? ({ isCounted: true } as const) : {};
    const claimed: Effect = {
      ...value,
      ...counted,
      status: 'claimed',
      owner,
      attempts: value.attempts + 1,
      changedAt: now,
    };
    const listed = listedEffect(key.id, claimed);
    if (!(await this.operations.put(key, claimed, { expected: revision, due, listed }))) return;
    await this.settle(key, owner, await this.traced(sender, claimed, key));
  }

  /** Counts a mail. One over the quota of a minute waits for its time; one over that of a day fails. */
  private async mayGo({ key, value, revision }: Entry<Effect>, now: Instant): Promise<boolean> {
    const slot = await this.quota.book(key.tenantId, value.channel);
    if (slot === undefined) {
      const over = { status: 'failed', reason: MAIL_QUOTA } as const;
      await this.outbox.settle(key, ({ status }) => (status === 'planned' ? over : undefined));
    } else if (slot > now) {
      const listed = listedEffect(key.id, value);
      await this.operations.put(key, { ...value, isCounted: true }, { expected: revision, due: slot, listed });
    }
    return slot !== undefined && slot <= now;
  }

  /** Another version of the service may have the sender. */
  private withoutSender(entry: Entry<Effect>): Promise<void> {
    const { channel } = entry.value;
    if (!this.channelsWithoutSender.has(channel))
      this.logger.error({ channel }, 'The channel has no sender; its effects wait until a module declares one');
    this.channelsWithoutSender.add(channel);
    return this.postpone(entry, this.times.noSenderMs);
  }

  private async postpone({ key, value, revision }: Entry<Effect>, pauseMs: number): Promise<void> {
    const due = plus(this.clock.now(), pauseMs);
    await this.operations.put(key, value, { expected: revision, due });
  }

  private traced(sender: EffectSender, effect: Effect, key: OperationalKey): Promise<Settled> {
    const { channel, attempts, trace: cause } = effect;
    const attributes = { 'tidings.tenant_id': key.tenantId, 'tidings.effect_id': key.id, 'tidings.attempt': attempts };
    const send = () => this.outcome(sender, effect, key);
    return inOwnTrace(this.tracing, `send ${channel}`, { kind: 'client', cause, attributes }, send, (settled) => ({
      attributes: { 'tidings.status': settled.status },
      fault: settled.reason,
    }));
  }

  private async outcome(sender: EffectSender, effect: Effect, key: OperationalKey): Promise<Settled> {
    try {
      const receipt = await sender.send(effect, key);
      return { status: 'done', ...(receipt === undefined ? {} : { receipt }) };
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) return { status: 'unknown', reason: 'no_clear_answer' };
      if (error instanceof DeliverySuppressed) return { status: 'suppressed', reason: error.reason };
      const pause = error.again ? (sender.pauses?.(effect) ?? this.times.pauses)[effect.attempts - 1] : undefined;
      if (pause === undefined) return { status: 'failed', reason: error.reason };
      return { status: 'planned', reason: error.reason, due: plus(this.clock.now(), pause) };
    }
  }

  /** An earlier run claimed it and ended, or could not keep the outcome. */
  private async giveUp(key: OperationalKey): Promise<void> {
    await this.outbox.settle(key, ({ status }) =>
      status === 'claimed' ? { status: 'unknown', reason: 'interrupted' } : undefined,
    );
  }

  /** An outcome that cannot be kept is lost, so it is tried for as long as the store is away. */
  private async settle(key: OperationalKey, owner: string, settled: Settled): Promise<void> {
    const change = (effect: Effect): Settled | undefined => {
      if (effect.owner !== owner) return undefined;
      if (effect.status === 'claimed') return settled;
      if (effect.status !== 'unknown') return undefined;
      return settled.status === 'planned' ? { status: 'failed', reason: settled.reason ?? 'not_sent' } : settled;
    };
    for (;;) {
      try {
        await this.outbox.settle(key, change);
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || !this.isOpen()) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      }
    }
  }
}
