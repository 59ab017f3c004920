import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

export interface Mail {
  /** The same mail has the same id, by which receivers know one that came twice. */
  readonly id: string;
  /** `Name <address>` */
  readonly from: string;
  /** Takes the place of the name in `from`. */
  readonly senderName?: string;
  /** Mails with the same text are one thread. Letters, digits and `-`. */
  readonly thread?: string;
  /** URL of the page to unsubscribe. One with `https` also takes the one click of a mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: Instant;
}

export interface Mailer {
  /** The place that mails go to when no server is configured. The start logs it. */
  readonly insteadOfSending?: string;
  /**
   * Resolves when the server has taken the mail. @throws DeliveryRefused, anything else when it is unclear whether it was taken
   */
  send(mail: Mail): Promise<void>;
  /** Removes a mail that was not sent. Absent where a server takes all mails. */
  discard?(id: string): Promise<void>;
}

export const MAILER = token<Mailer>('Mailer');
/** The outbox folder. Mails of demo tenants stay there, also where a server takes all others. */
export const MAIL_OUTBOX = token<Required<Mailer>>('MailOutbox');
