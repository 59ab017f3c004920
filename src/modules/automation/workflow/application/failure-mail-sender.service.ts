import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { languageOf } from '../../../../../projections/user-preference/reads.js';
import { rejections } from '../../../../catalogue/errors/rejections.js';
import type { LANGUAGES } from '../../../../catalogue/tenant.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { DeliverySuppressed } from '../../../../ports/delivery/delivery-refused.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { OperationalKey } from '../../../../ports/stores/operational-store.js';
import { type Draft, MailDelivery } from '../../../people/email/application/mail-delivery.service.js';
import { userKey } from '../../../people/email/application/user-mail-files.js';
import { isOwner } from '../../../people/user/domain/user.resource.js';
import { TemplateRendering } from '../../../reach/message-template/application/rendering.service.js';
import { type AboutFailure, FAILURE_TEMPLATE, failureSubjects } from '../domain/failure-mail.js';

/** Mails an owner about a failed run, in the tenant's own template where it names one. */
@Injectable()
export class FailureMailSender implements EffectSender {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(TemplateRendering) private readonly templates: TemplateRendering,
    @Inject(MailDelivery) private readonly delivery: MailDelivery,
  ) {}

  get sendsMails(): boolean {
    return this.delivery.isOn;
  }

  send(effect: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    const { about, plannedAt: at, attempts } = effect as Effect<AboutFailure>;
    const { workflowId, runId } = about;
    const facts = { workflowId, runId, attempts };
    const sending = { tenantId, name: 'A mail about a failed workflow run', about, facts };
    const names = [userKey(about.ownerId), about.conversationId];
    return this.delivery.write(sending, async () => ({ ...(await this.written(tenantId, about)), names, at }));
  }

  private async written(tenantId: string, about: AboutFailure): Promise<Omit<Draft, 'names'>> {
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
    return { id, senderName: name, to: owner.value.email, subject, text };
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
