import { Inject, Injectable } from '@nestjs/common';
import { isDemo } from '../../../../../projections/tenant/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { canMailLinks } from '../../../../config/http.js';
import { DeliveryRefused } from '../../../../ports/delivery/delivery-refused.js';
import { MAIL_OUTBOX, MAILER, type Mail, type Mailer } from '../../../../ports/delivery/mailer.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { noteMailFile } from './user-mail-files.js';

/** `at`: now, unless the mail has another time. */
type Letter = Omit<Mail, 'from' | 'at'> & Partial<Pick<Mail, 'at'>>;

export interface Draft extends Letter {
  /** Subjects that the mail names, as `noteMailFile` has them: its file is removed with each of them. */
  readonly names: readonly string[];
}

/** Facts about a mail for the log. None of them may name its receiver. */
interface Sending {
  readonly tenantId: string;
  /** Begins a sentence: `An account mail`. */
  readonly name: string;
  readonly about: { readonly id: string; readonly correlationId: string };
  readonly facts?: Readonly<Record<string, unknown>>;
  /** A mail with a link waits until `PUBLIC_URL` is set. */
  readonly hasLink?: boolean;
}

/** Mails of the service, for the senders of all channels. */
@Injectable()
export class MailDelivery {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(MAIL_OUTBOX) private readonly outbox: Mailer,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Mails leave the deployment. Otherwise they go to the outbox folder. */
  get isOn(): boolean {
    return this.mailer.insteadOfSending === undefined;
  }

  /** Takes the mails of a tenant: those of a demo tenant stay in the outbox folder. */
  async mailerOf(tenantId: string): Promise<Mailer> {
    return (await isDemo(this.documents, tenantId)) ? this.outbox : this.mailer;
  }

  /**
   * Writes a mail and sends it. Undefined: there is nobody to send it to.
   * @throws DeliveryRefused where it is not written or the server refuses it; any other error leaves the outcome unknown
   */
  async write(sending: Sending, write: () => Promise<Draft | undefined>): Promise<undefined> {
    try {
      const draft = await this.written(sending, write);
      if (!draft) return;
      const { names, ...letter } = draft;
      const mailer = await this.mailerOf(sending.tenantId);
      await noteMailFile(this.operations, mailer, sending.tenantId, names, letter.id);
      await this.send(mailer, letter);
    } catch (error) {
      throw this.noted(sending, error as Error);
    }
  }

  async send(mailer: Mailer, letter: Letter): Promise<void> {
    await mailer.send({ from: this.config.mailFrom, at: this.clock.now(), ...letter });
  }

  /** @throws DeliveryRefused, since nothing was sent yet */
  private async written({ hasLink }: Sending, write: () => Promise<Draft | undefined>): Promise<Draft | undefined> {
    if (hasLink && !canMailLinks(this.config.publicUrl)) throw new DeliveryRefused('no_public_url', true);
    try {
      return await write();
    } catch (error) {
      throw error instanceof DeliveryRefused ? error : new DeliveryRefused('not_prepared', true);
    }
  }

  /** The text of an error may name the receiver, so the log gets ids and codes only. */
  private noted({ name, about, facts }: Sending, error: Error & { readonly code?: unknown }): Error {
    const isRefused = error instanceof DeliveryRefused;
    const reason = isRefused ? error.reason : String(error.code ?? error.name);
    const text = isRefused ? 'was not sent' : 'may have been sent; the outcome is unknown';
    this.logger.warn({ mail: about.id, requestId: about.correlationId, ...facts, reason }, `${name} ${text}`);
    return error;
  }
}
