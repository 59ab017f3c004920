import type { OperationalKey } from '../../ports/stores/operational-store.js';
import type { Effect } from './outbox.js';

/** Sends the effects of a channel. The module that plans effects for a channel declares its sender in its manifest. */
export interface EffectSender {
  /** Its effects leave as e-mails, of which a tenant has a quota. */
  readonly sendsMails?: boolean;
  /** Milliseconds between the attempts of an effect. Absent or undefined: those of the outbox. */
  pauses?(effect: Effect): readonly number[] | undefined;
  /**
   * Resolves to the receiver's name for the effect, where it gives one.
   * @throws DeliveryRefused where certainly nothing was sent, DeliverySuppressed where its receiver wants none; any other
   * error leaves the outcome unknown
   */
  send(effect: Effect, key: OperationalKey): Promise<string | undefined>;
  /** Called when the outbox starts, for what an operator should know before the first effect. */
  started?(): void;
}

/** The senders of all modules by channel. */
export class SenderRegistry {
  private readonly senders = new Map<string, EffectSender>();

  /** @throws Error when the channel has a sender already */
  register(channel: string, sender: EffectSender): void {
    if (this.senders.has(channel)) throw new Error(`The channel ${channel} has a sender already.`);
    this.senders.set(channel, sender);
  }

  of(channel: string): EffectSender | undefined {
    return this.senders.get(channel);
  }

  started(): void {
    for (const sender of new Set(this.senders.values())) sender.started?.();
  }
}
