import { Inject, Injectable } from '@nestjs/common';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import type { SuppressedReason } from '../../../../catalogue/notifications/suppressed-reasons.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { canMailLinks } from '../../../../config/http.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Member, Open } from '../../../conversations/conversation/application/conversation.reader.js';
import { SYSTEM_TEMPLATES } from '../../../conversations/conversation-type/domain/conversation-type.resource.js';
import { TemplateRendering } from '../../message-template/application/rendering.service.js';
import { type Channel, CONTENT, type Content, subjectFor } from '../domain/notification.effect.js';
import { NotificationConsent } from './notification-consent.service.js';

/** Reason of a notification whose text is blank. */
export const EMPTY_TEXT = 'empty_text';

/** Parts of a notification that determine its text. */
interface WriteRequest {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly templateName?: string;
  readonly workflowId?: string;
  readonly data?: (paths: readonly string[]) => Promise<unknown>;
  readonly error?: string;
}

interface MissingValues {
  /** Placeholders without a value. Left out if there are none. */
  readonly missing?: readonly string[];
}

/** A notification as it will be sent, or why it cannot be. */
export type Written =
  | ({ readonly content: string; readonly templateName: string; readonly language: string } & MissingValues)
  | { readonly suppressed: SuppressedReason }
  | ({ readonly failed: string; readonly templateName?: string } & MissingValues);

const TEMPLATE_KINDS = { SMS: 'NOTIFY_PARTICIPANTS_VIA_SMS', EMAIL: 'NOTIFY_PARTICIPANTS_VIA_EMAIL' } as const;

/** Writes what is sent to one person by one way: template, language, address, sender (contract 11). */
@Injectable()
export class NotificationWriting {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(TemplateRendering) private readonly templates: TemplateRendering,
    @Inject(NotificationConsent) private readonly consent: NotificationConsent,
  ) {}

  async write(request: WriteRequest, open: Open, member: Member | undefined, channel: Channel): Promise<Written> {
    if (!member) return { suppressed: 'not_a_participant' };
    if (member.kind !== 'CLIENT') return { suppressed: 'not_a_client' };
    const to = channel === 'SMS' ? member.phoneNumber : member.email;
    if (to === undefined) return { suppressed: channel === 'SMS' ? 'no_phone_number' : 'no_email' };
    if (!canMailLinks(this.config.publicUrl)) return { failed: 'no_public_url' };
    const { tenantId, conversationId } = request;
    const refusal = await this.consent.refusal(tenantId, conversationId, member.id, channel, to);
    if (refusal !== undefined) return { suppressed: refusal };
    const type = await conversationTypesOf(this.documents, tenantId).get(open.conversationTypeId);
    const kind = TEMPLATE_KINDS[channel];
    const templateName = request.templateName ?? type?.value.messageTemplates?.[kind] ?? SYSTEM_TEMPLATES[kind];
    const rendered = await this.rendered(request, templateName, member.id);
    if (!rendered) return { failed: 'template_not_found', templateName };
    const { language } = rendered;
    const missingValues: MissingValues = rendered.missing.length === 0 ? {} : { missing: rendered.missing };
    const text = channel === 'SMS' ? rendered.sms : rendered.text;
    if (text.trim() === '') return { failed: EMPTY_TEXT, templateName, ...missingValues };
    const content =
      channel === 'SMS'
        ? smsTo(to, text, type?.value.smsSenderId)
        : mailTo(to, text, language, await this.tenantName(tenantId));
    return { content: this.secrets.seal(CONTENT, JSON.stringify(content)), templateName, language, ...missingValues };
  }

  private async rendered(request: WriteRequest, name: string, participantId: string) {
    try {
      const { tenantId, conversationId, workflowId, data, error } = request;
      return await this.templates.render({
        tenantId,
        conversationId,
        participantId,
        name,
        ...(workflowId === undefined ? {} : { workflowId }),
        ...(data === undefined ? {} : { data }),
        ...(error === undefined ? {} : { error }),
      });
    } catch (error) {
      if (error instanceof Rejection && error.code === 'errors.message_template.not_found') return undefined;
      throw error;
    }
  }

  private async tenantName(tenantId: string): Promise<string> {
    return (await tenantOf(this.documents, tenantId))?.value.name ?? 'Tidings';
  }
}

const smsTo = (to: string, text: string, sender: string | undefined): Content => ({
  to,
  text,
  ...(sender === undefined ? {} : { sender }),
});

const mailTo = (to: string, text: string, language: string, tenant: string): Content => ({
  to,
  text,
  subject: subjectFor(language, tenant),
  sender: tenant,
});
