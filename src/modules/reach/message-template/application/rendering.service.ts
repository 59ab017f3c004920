import { Inject, Injectable } from '@nestjs/common';
import { conversationsOf } from '../../../../../projections/conversation-list/reads.js';
import { messageTemplatesOf } from '../../../../../projections/message-template/reads.js';
import type { RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import { rosterKey, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { reject } from '../../../../kernel/rejection.js';
import { CLIENT_AUTH_KEYS, type ClientAuthKeys } from '../../../../ports/identity/client-auth-keys.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationDataService } from '../../../conversations/conversation/application/conversation-data.service.js';
import { clientFrontendUrl, conversationPage } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';
import type { MessageTemplateKind } from '../domain/message-template.resource.js';
import { type RenderedText, renderedText, shows, spoken, valuePaths } from '../domain/rendered-text.js';

export interface RenderRequest {
  readonly tenantId: string;
  readonly name: string;
  readonly conversationId: string;
  /** Participant who reads the text. */
  readonly participantId?: string;
  /** Preferred over the languages of the reader and the tenant and over English, if the template has it. */
  readonly language?: string;
  /** conversation_data to fill in, with the values at the paths. Default: the present data. */
  readonly data?: (paths: readonly string[]) => Promise<unknown>;
  readonly workflowId?: string;
  readonly error?: string;
  /** Instead of the one that would be made. */
  readonly appUrl?: string;
  /** The client's link has an invalid key; no key is issued. */
  readonly isPreview?: boolean;
}

export interface Rendering extends RenderedText {
  readonly kind: MessageTemplateKind;
}

/** As long as a client auth key, and never one. */
const PREVIEW_KEY = 'preview-of-a-link-only';

/** Renders a message template with the data of a conversation. */
@Injectable()
export class TemplateRendering {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly data: ConversationDataService,
    @Inject(CLIENT_AUTH_KEYS) private readonly keys: ClientAuthKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Rejection `errors.message_template.not_found`, `errors.conversation.not_found`, `errors.participant.not_found` */
  async render(request: RenderRequest): Promise<Rendering> {
    const { tenantId, name, conversationId } = request;
    const record = await messageTemplatesOf(this.documents, tenantId).get(name);
    const { value: template } = record ?? reject('errors.message_template.not_found');
    const conversation = await conversationsOf(this.documents, tenantId).get(conversationId);
    if (!conversation) reject('errors.conversation.not_found');
    const reader = await this.reader(request);
    const tenant = (await tenantOf(this.documents, tenantId)) ?? reject('errors.tenant.not_found');
    const language = spoken(template, [request.language, reader?.preferredLanguage, tenant.value.preferredLanguage]);
    const shown = (kind: string) => shows(template, language, kind);
    const presentData = async (paths: readonly string[]) =>
      this.data.valuesAt(tenantId, await this.data.refTo(tenantId, conversationId), paths);
    const filling = {
      now: this.clock.now(),
      data: shown('CONVERSATION_DATA') ? await (request.data ?? presentData)(valuePaths(template)) : undefined,
      appUrl: request.appUrl ?? (shown('APP_URL') ? await this.appUrl(request, reader) : ''),
      workflowId: request.workflowId,
      error: request.error,
    };
    return { ...renderedText(template, language, filling), kind: template.kind };
  }

  private async reader({ tenantId, conversationId, participantId }: RenderRequest): Promise<RosterEntry | undefined> {
    if (participantId === undefined) return undefined;
    const entry = await rosterOf(this.documents, tenantId).get(rosterKey(conversationId, participantId));
    return entry ?? reject('errors.participant.not_found');
  }

  /** A client's own link with a key of its own; for all others the page of the conversation. */
  private async appUrl(
    { tenantId, conversationId, isPreview }: RenderRequest,
    reader: RosterEntry | undefined,
  ): Promise<string> {
    const frontend = (await frontendOf(this.documents, tenantId)) ?? reject('errors.tenant.not_found');
    if (reader?.kind !== 'CLIENT') return conversationPage(this.config.publicUrl, frontend, conversationId);
    const key = isPreview ? PREVIEW_KEY : await this.keys.issue(tenantId, conversationId, reader.id);
    return `${clientFrontendUrl(this.config.publicUrl, frontend)}#auth_key=${key}`;
  }
}
