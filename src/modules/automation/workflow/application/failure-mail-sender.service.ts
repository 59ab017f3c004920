import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { languageOf } from '../../../../../projections/user-preference/reads.js';
import { rejections } from '../../../../catalogue/errors/rejections.js';
import type { LANGUAGES } from '../../../../catalogue/tenant.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { DeliveryRefused, DeliverySuppressed } from '../../../../ports/delivery/delivery-refused.js';
import { MAILER, type Mail, type Mailer } from '../../../../ports/delivery/mailer.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { noteMailFile, userKey } from '../../../people/email/application/user-mail-files.js';
import { isOwner } from '../../../people/user/domain/user.resource.js';
import { TemplateRendering } from '../../../reach/message-template/application/rendering.service.js';
import { type AboutFailure, FAILURE_TEMPLATE, failureSubjects } from '../domain/failure-mail.js';

/** Mails an owner about a failed run, in the tenant's own template where it names one. */
@Injectable()
export class FailureMailSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(TemplateRendering) private readonly templates: TemplateRendering,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get sendsMails(): boolean {
    return this.mailer.insteadOfSending === undefined;
  }

  async send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const { about, plannedAt, attempts } = effect as Effect<AboutFailure>;
    try {
      const mail = await this.prepared(tenantId, about);
      const keys = [userKey(about.ownerId), about.conversationId];
      await noteMailFile(this.operations, this.mailer, tenantId, keys, mail.id);
      await this.mailer.send({ ...mail, at: plannedAt });
    } catch (error) {
      const reason = error instanceof DeliveryRefused ? error.reason : (error as Error).name;
      const { id, workflowId, runId, correlationId } = about;
      const fields = { mail: id, workflowId, runId, requestId: correlationId, attempts, reason };
      this.logger.warn(fields, 'The mail about a failed workflow run was not sent, or its outcome is unknown');
      throw error;
    }
  }

  /** @throws DeliveryRefused, since nothing was sent yet */
  private async prepared(tenantId: string, about: AboutFailure): Promise<Omit<Mail, 'at'>> {
    try {
      return await this.written(tenantId, about);
    } catch (error) {
      throw error instanceof DeliveryRefused ? error : new DeliveryRefused('not_prepared', true);
    }
  }

  private async written(tenantId: string, about: AboutFailure): Promise<Omit<Mail, 'at'>> {
    const { id, ownerId, workflowId } = about;
    const [tenant, owner, preferred] = await Promise.all([
      tenantOf(this.documents, tenantId),
      usersOf(this.documents, tenantId).get(ownerId),
      languageOf(this.documents, tenantId, ownerId),
    ]);
    if (!tenant || !owner || !isOwner(owner.value)) throw new DeliverySuppressed('not_an_owner');
    const { name, preferredLanguage, workflowFailedTemplate = FAILURE_TEMPLATE } = tenant.value;
    const language = preferred ?? preferredLanguage;
    const text =
      (await this.text(tenantId, about, language, workflowFailedTemplate)) ??
      (await this.text(tenantId, about, language, FAILURE_TEMPLATE));
    if (text === undefined) throw new DeliverySuppressed('conversation_removed');
    const subject = failureSubjects[language](workflowId);
    return { id, from: this.config.mailFrom, senderName: name, to: owner.value.email, subject, text };
  }

  /** undefined: the template or the conversation is gone, or the text is blank. */
  private async text(
    tenantId: string,
    { workflowId, conversationId, error }: AboutFailure,
    language: (typeof LANGUAGES)[number],
    name: string,
  ): Promise<string | undefined> {
    const reason = `${error}: ${rejections[error][language]}`;
    try {
      const rendered = await this.templates.render({
        tenantId,
        name,
        conversationId,
        language,
        workflowId,
        error: reason,
      });
      return rendered.text.trim() === '' ? undefined : rendered.text;
    } catch (caught) {
      if (caught instanceof Rejection && rejections[caught.code].kind === 'not-found') return undefined;
      throw caught;
    }
  }
}
