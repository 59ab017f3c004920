import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { streamedFile } from '../../../../http/answer/streamed-file.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { RefusedAddresses } from '../application/refused-addresses.service.js';
import { UnsubscribeLinks } from '../application/unsubscribe-links.service.js';
import { PAGE_HEADERS, unsubscribePage } from './unsubscribe-page.js';

/** Mail programs post these (RFC 8058). The service reads none of it. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const TOKEN = {
  token: { description: 'Signature of the link.', schema: { type: 'string', minLength: 1, maxLength: 500 } },
};

@ApiTags('Notifications')
@Controller('notifications/unsubscribe')
export class UnsubscribeController {
  constructor(
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Endpoint('notification.unsubscribe-page', {
    route: 'GET :token',
    summary: 'Show the page for unsubscribing from e-mails',
    description: 'The URL is the `List-Unsubscribe` header of an e-mail. Reading the page changes nothing.',
    params: TOKEN,
    page: true,
    responses: { 200: null },
    errors: ['errors.not_found'],
  })
  async ask(@Param('token') token: string, @Ctx() ctx: RequestContext) {
    const { tenantId } = this.links.read(token) ?? reject('errors.not_found');
    return this.page(ctx, tenantId, 'asks');
  }

  @Endpoint('notification.unsubscribe', {
    route: 'POST :token',
    summary: 'Unsubscribe a participant from e-mails',
    description:
      'Mail programs call it with one click (RFC 8058). Later e-mails to the participant are SUPPRESSED with the reason `unsubscribed` until its address changes. A repeated call changes nothing.',
    params: TOKEN,
    file: FORMS,
    fileBytes: limits.formBytes,
    reads: true,
    page: true,
    responses: { 200: null },
    errors: ['errors.not_found'],
  })
  async unsubscribe(@Param('token') token: string, @Ctx() ctx: RequestContext) {
    const { tenantId, addressId } = this.links.read(token) ?? reject('errors.not_found');
    await this.refused.noteId(tenantId, addressId);
    return this.page(ctx, tenantId, 'done');
  }

  private async page(ctx: RequestContext, tenantId: string, state: 'asks' | 'done') {
    const tenant = (await tenantOf(this.documents, tenantId)) ?? reject('errors.not_found');
    Object.assign(ctx.headers, PAGE_HEADERS);
    const page = Buffer.from(unsubscribePage(ctx.language, tenant.value.name, state));
    return streamedFile([page], page.length);
  }
}
