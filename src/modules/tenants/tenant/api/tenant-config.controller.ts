import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import type { ColorConfig } from '../../../../catalogue/colors.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { frontendOf } from '../application/frontend-of.js';
import { tenantByDomain } from '../application/tenant-by-domain.js';
import { type Tenant, tenant } from '../domain/tenant.resource.js';
import { ColorConfigDto, TenantConfigDto, TenantConfigQueryDto } from './tenant-config.dto.js';
import { toColorConfig, toTenantConfigDto } from './tenant-config.views.js';

/** Public settings of the apps of a tenant. */
@ApiTags('Tenant')
@Controller('tenant')
export class TenantConfigController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('tenant.colors', {
    route: 'PUT color/config',
    summary: 'Replace the colours of the apps',
    body: ColorConfigDto,
    responses: { 200: ColorConfigDto },
    etag: true,
  })
  async setColors(@Payload(ColorConfigDto) body: ColorConfig, @Ctx() ctx: RequestContext): Promise<ColorConfig> {
    const about = { patch: { colors: { ...body } }, ifMatch: ctx.ifMatch };
    const command = new tenant.Change(ctx.caller.tenantId, about, ctx.meta());
    const { state } = await this.commands.sendAndWait<ResourceState<Tenant>>(ctx, command);
    const record = state.record ?? reject('errors.tenant.not_found');
    ctx.revision = record.revision;
    return toColorConfig(record);
  }

  @Endpoint('tenant.config', {
    route: 'GET config',
    summary: 'Read what the apps of a tenant need before sign-in',
    description: 'Send either `domain` or `tenant_id`.',
    query: TenantConfigQueryDto,
    responses: { 200: TenantConfigDto },
    errors: ['errors.tenant.not_found'],
    etag: true,
  })
  async read(
    @QueryPayload(TenantConfigQueryDto) query: TenantConfigQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<TenantConfigDto> {
    const id = await this.idOf(query);
    const [record, frontend] =
      id === undefined ? [] : await Promise.all([tenantOf(this.documents, id), frontendOf(this.documents, id)]);
    if (!record || !frontend) return reject('errors.tenant.not_found');
    if (record.value.suspendedAt !== undefined) return reject('errors.tenant.suspended');
    ctx.revision = record.revision;
    ctx.headers['Cache-Control'] = 'public, no-cache';
    return toTenantConfigDto(record, frontend, this.config.publicUrl);
  }

  /** @throws Rejection 400 where neither or both are given */
  private idOf({ domain, tenant_id: id }: TenantConfigQueryDto): string | undefined | Promise<string | undefined> {
    if (domain !== undefined && id !== undefined) rejectAt('tenant_id', 'errors.field.together', { other: 'domain' });
    if (domain === undefined) return (id ?? rejectAt('domain', 'errors.field.required')).toLowerCase();
    return tenantByDomain(this.documents, this.config.publicUrl, domain.toLowerCase());
  }
}
