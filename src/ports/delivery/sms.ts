import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

export interface Sms {
  readonly id: string;
  /** A number or a name; left out where the account's messaging service chooses. */
  readonly from?: string;
  readonly to: string;
  readonly text: string;
  readonly at: Instant;
}

/** A tenant's access to the provider. */
export interface SmsAccount {
  readonly user: string;
  readonly secret: string;
  /** Number that sends where no sender is named. */
  readonly phoneNumber?: string;
  readonly messagingServiceId?: string;
}

export interface SmsProvider {
  /**
   * Resolves to the provider's own id when it has taken the message. The provider reports the outcome to `statusUrl`.
   * @throws DeliveryRefused, anything else when it is unclear whether it was taken
   */
  send(account: SmsAccount, sms: Sms, statusUrl?: string): Promise<string>;
  /** Whether who holds the account's secret signed this form, posted to this URL. */
  isGenuine(secret: string, signature: string, url: string, form: Readonly<Record<string, string>>): boolean;
}

/** Takes the messages of tenants without a provider. */
export interface SmsOutbox {
  readonly where: string;
  /** @throws DeliveryRefused */
  put(sms: Sms): Promise<void>;
  /** Removes a message. */
  discard(id: string): Promise<void>;
}

export const SMS_PROVIDER = token<SmsProvider>('SmsProvider');
export const SMS_OUTBOX = token<SmsOutbox>('SmsOutbox');
