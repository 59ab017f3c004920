import { Inject, Injectable } from '@nestjs/common';
import { apiKeysOf } from '../../../../../projections/api-key/reads.js';
import { conversationsOf } from '../../../../../projections/conversation-list/reads.js';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { messagesOf, oneMessage } from '../../../../../projections/message-log/reads.js';
import { messageTemplatesOf } from '../../../../../projections/message-template/reads.js';
import { oidcConfigsOf } from '../../../../../projections/oidc-config/reads.js';
import { rosterKey, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { smsSettingsOf } from '../../../../../projections/sms-settings/reads.js';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { customDomainsOf } from '../../../../../projections/tenant-domain/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { webhookFeaturesOf } from '../../../../../projections/webhook-feature/reads.js';
import { webhookSettingsOf } from '../../../../../projections/webhook-settings/reads.js';
import { oneWorkflow, workflowsOf } from '../../../../../projections/workflow/reads.js';
import { SECRET } from '../../../../catalogue/audit/secrets.js';
import type { ShownKind } from '../../../../catalogue/audit/subjects.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Instant } from '../../../../kernel/instant.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { toWorkflowDto } from '../../../automation/workflow/api/workflow.dto.js';
import { toConversationDto } from '../../../conversations/conversation/api/conversation.dto.js';
import { ConversationDataService } from '../../../conversations/conversation/application/conversation-data.service.js';
import { ConversationTypeViews } from '../../../conversations/conversation-type/api/conversation-type.views.js';
import { toMessageDto } from '../../../conversations/message/api/message.dto.js';
import { ParticipantViews } from '../../../conversations/participant/api/participant.views.js';
import { toApiKeyDto } from '../../../people/api-key/api/api-key.dto.js';
import { toOidcConfigDto } from '../../../people/oidc-config/api/oidc-config.dto.js';
import { toUserDto } from '../../../people/user/api/user.dto.js';
import { toMessageTemplateDto } from '../../../reach/message-template/api/message-template.dto.js';
import { toSmsSettingsDto } from '../../../reach/sms/api/sms.dto.js';
import { PROVIDER } from '../../../reach/sms/domain/sms-settings.resource.js';
import { toWebhookFeatureDto, toWebhookSettingsDto } from '../../../reach/webhook/api/webhook.dto.js';
import { toTenantDto } from '../../../tenants/tenant/api/tenant.dto.js';
import { mainDomain } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';

/** A subject of events that is shown as of a moment. */
export interface ShownSubject {
  readonly tenantId: string;
  readonly id: string;
  /** Of messages and participants. */
  readonly conversationId: string;
}

type Show = (subject: ShownSubject, at: Instant) => Promise<object | undefined>;

const whole = <R>(record: R | undefined, show: (record: R) => object): object | undefined =>
  record === undefined ? undefined : show(record);

/** Subjects of events in the form of their GET with all stored members, without secrets. */
@Injectable()
export class SubjectViews {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ConversationDataService) private readonly data: ConversationDataService,
    @Inject(ConversationTypeViews) private readonly types: ConversationTypeViews,
    @Inject(ParticipantViews) private readonly participants: ParticipantViews,
  ) {}

  show(kind: ShownKind, subject: ShownSubject, at: Instant): Promise<object | undefined> {
    return this.byKind[kind](subject, at);
  }

  private readonly byKind: Readonly<Record<ShownKind, Show>> = {
    CONVERSATION: async ({ tenantId, id }, at) => {
      const item = await conversationsOf(this.documents, tenantId).get(id);
      const ref = item && (await this.data.refTo(tenantId, id));
      const data = ref && { conversation_data: ref.value ?? { digest: ref.digest } };
      return item && { ...toConversationDto(item, at), ...data };
    },
    MESSAGE: async ({ tenantId, id, conversationId }) =>
      whole(await oneMessage(messagesOf(this.documents, tenantId), conversationId, id), (row) => toMessageDto(row)),
    PARTICIPANT: async ({ tenantId, id, conversationId }) => {
      const item = await conversationsOf(this.documents, tenantId).get(conversationId);
      const entry = item && (await rosterOf(this.documents, tenantId).get(rosterKey(conversationId, id)));
      return entry && (await this.participants.showing(tenantId, item))(entry);
    },
    CONVERSATION_TYPE: async ({ tenantId, id }) =>
      whole(await conversationTypesOf(this.documents, tenantId).get(id), (record) => this.types.one(record)),
    MESSAGE_TEMPLATE: async ({ tenantId, id }) =>
      whole(await messageTemplatesOf(this.documents, tenantId).get(id), (record) => toMessageTemplateDto(record)),
    WORKFLOW: async ({ tenantId, id }) =>
      whole(await oneWorkflow(workflowsOf(this.documents, tenantId), id), toWorkflowDto),
    USER: async ({ tenantId, id }) =>
      whole(await usersOf(this.documents, tenantId).get(id), (user) =>
        user.erased ? { id, tenant_id: tenantId, erased: true } : toUserDto(user),
      ),
    API_KEY: async ({ tenantId, id }) =>
      whole(await apiKeysOf(this.documents, tenantId).get(id), (record) => toApiKeyDto(record, undefined)),
    TENANT: async ({ tenantId }) => {
      const [record, frontend] = [await tenantOf(this.documents, tenantId), await frontendOf(this.documents, tenantId)];
      if (!record || !frontend) return undefined;
      const tenantCreationAllowed = this.config.mainTenants.has(record.value.subdomain);
      return toTenantDto(record, { domain: mainDomain(this.config.publicUrl, frontend), tenantCreationAllowed });
    },
    DOMAIN: async ({ tenantId, id }) => {
      const domain = (await customDomainsOf(this.documents, tenantId)).find(({ domainType }) => domainType === id);
      return (
        domain && { id: domain.id, type: domain.domainType, domain: domain.domain, is_verified: domain.isVerified }
      );
    },
    OIDC_CONFIG: async ({ tenantId, id }) =>
      whole(await oidcConfigsOf(this.documents, tenantId).get(id), toOidcConfigDto),
    SMS_SETTINGS: async ({ tenantId }) =>
      whole(await smsSettingsOf(this.documents, tenantId).get(PROVIDER), toSmsSettingsDto),
    WEBHOOK_SETTINGS: async ({ tenantId, id }) =>
      id === tenantId
        ? whole(await webhookSettingsOf(this.documents, tenantId), (record) => toWebhookSettingsDto(record, SECRET))
        : whole(await webhookFeaturesOf(this.documents, tenantId).get(id), toWebhookFeatureDto),
  };
}
