import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { messageTemplatesOf } from '../../../../../projections/message-template/reads.js';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../../../../ports/delivery/outbound-http.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { isSecretTemplate } from '../../../reach/message-template/domain/message-template.resource.js';
import { mainDomain } from '../application/frontend.js';
import { frontendOf } from '../application/frontend-of.js';
import { type Tenant, tenant } from '../domain/tenant.resource.js';
import { PatchTenantDto, TenantDto, toTenantDto, toTenantPatch } from './tenant.dto.js';

@ApiTags('Tenant')
@Controller('tenant')
export class TenantController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('tenant.read', { route: 'GET', summary: 'Read the tenant', responses: { 200: TenantDto }, etag: true })
  async read(@Ctx() ctx: RequestContext): Promise<TenantDto> {
    return this.shown(ctx, await tenantOf(this.documents, ctx.caller.tenantId));
  }

  @Endpoint('tenant.change', {
    route: 'PATCH',
    summary: 'Change the tenant, or pause its workflows',
    body: PatchTenantDto,
    responses: { 200: TenantDto },
    etag: true,
  })
  async change(@Payload(PatchTenantDto) body: PatchTenantDto, @Ctx() ctx: RequestContext): Promise<TenantDto> {
    const { token_exchange_userinfo_url: url } = body;
    const fault = url && (await this.outside.checkAddress(url, ctx.caller.tenantId));
    if (fault) rejectAt('token_exchange_userinfo_url', fault);
    await this.assertMailTemplate(ctx.caller.tenantId, body.workflow_failed_template);
    const about = { patch: toTenantPatch(body), ifMatch: ctx.ifMatch };
    const command = new tenant.Change(ctx.caller.tenantId, about, ctx.meta());
    const { state } = await this.commands.sendAndWait<ResourceState<Tenant>>(ctx, command);
    return this.shown(ctx, state.record);
  }

  /** @throws Rejection 400 */
  private async assertMailTemplate(tenantId: string, name: string | null | undefined): Promise<void> {
    if (name === null || name === undefined) return;
    const path = 'workflow_failed_template';
    const template = await messageTemplatesOf(this.documents, tenantId).get(name);
    if (!template || isSecretTemplate(name)) return rejectAt(path, 'errors.field.reference');
    if (template.value.kind !== 'TEXT') rejectAt(path, 'errors.field.template_kind', { kind: 'TEXT' });
  }

  private async shown(ctx: RequestContext, record: ResourceRecord<Tenant> | undefined): Promise<TenantDto> {
    const frontend = await frontendOf(this.documents, ctx.caller.tenantId);
    if (!record || !frontend) return reject('errors.tenant.not_found');
    ctx.revision = record.revision;
    return toTenantDto(record, {
      domain: mainDomain(this.config.publicUrl, frontend),
      tenantCreationAllowed: this.config.mainTenants.has(record.value.subdomain),
    });
  }
}
