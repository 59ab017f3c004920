import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { listReader } from '../../../../http/answer/list-reader.js';
import { paginate } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { CreateDomainDto, DomainDto, DomainListDto, DomainQueryDto, ReplaceDomainDto } from './tenant-domain.dto.js';
import { DomainViews } from './tenant-domain.views.js';
import { DomainWrites } from './tenant-domain.writes.js';

@ApiTags('Domains')
@Controller('tenants/:tenant_id/domains')
export class TenantDomainController {
  constructor(
    @Inject(DomainViews) private readonly views: DomainViews,
    @Inject(DomainWrites) private readonly writes: DomainWrites,
  ) {}

  @Endpoint('domain.list', {
    route: 'GET',
    summary: 'List the domains of the tenant',
    query: DomainQueryDto,
    responses: { 200: DomainListDto },
    errors: ['errors.tenant.not_found'],
  })
  async list(
    @Param('tenant_id') tenantId: string,
    @QueryPayload(DomainQueryDto) { type, ...query }: DomainQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    const all = await this.views.all(own(ctx, tenantId));
    const shown = all.filter((domain) => type === undefined || domain.is_client_app === (type === 'CLIENT'));
    const question = { where: type === undefined ? [] : [{ field: 'type', is: '=', value: type } as const] };
    const { docs, paging } = await paginate(listReader(shown), query, question, limits.listDefault, () => undefined);
    return { domains: docs, ...paging };
  }

  @Endpoint('domain.create', {
    route: 'POST',
    summary: 'Request a custom domain',
    description: 'A tenant has at most one custom domain for each app. Prove it with the DNS record in `verification`.',
    body: CreateDomainDto,
    responses: { 201: DomainDto },
    errors: ['errors.tenant.not_found', 'errors.domain.exists', 'errors.domain.limit_reached'],
    etag: true,
  })
  async create(
    @Param('tenant_id') tenantId: string,
    @Payload(CreateDomainDto) body: CreateDomainDto,
    @Ctx() ctx: RequestContext,
  ): Promise<DomainDto> {
    const type = body.is_client_app ? 'CLIENT' : 'MAIN';
    const domain = await this.writes.request(ctx, own(ctx, tenantId), type, body.domain.toLowerCase());
    ctx.created(`/api/v1/tenants/${domain.tenantId}/domains/${domain.id}`);
    return domain;
  }

  @Endpoint('domain.replace', {
    route: 'PUT :domain_id',
    summary: 'Replace a custom domain by another one',
    description: 'The new domain is REQUESTED until it is proven. The same domain again changes nothing.',
    body: ReplaceDomainDto,
    responses: { 200: DomainDto },
    errors: [
      'errors.tenant.not_found',
      'errors.domain.not_found',
      'errors.domain.exists',
      'errors.domain.system',
      'errors.tenant.last_sign_in',
    ],
    etag: true,
  })
  replace(
    @Param('tenant_id') tenantId: string,
    @Param('domain_id') id: string,
    @Payload(ReplaceDomainDto) { domain }: ReplaceDomainDto,
    @Ctx() ctx: RequestContext,
  ): Promise<DomainDto> {
    return this.writes.replace(ctx, own(ctx, tenantId), id.toLowerCase(), domain.toLowerCase());
  }

  @Endpoint('domain.delete', {
    route: 'DELETE :domain_id',
    summary: 'Delete a custom domain',
    description:
      'Links use the system domain again. Passkeys created on the domain stop working. Another tenant can then use the domain.',
    responses: { 204: null },
    errors: [
      'errors.tenant.not_found',
      'errors.domain.not_found',
      'errors.domain.system',
      'errors.tenant.last_sign_in',
    ],
    etag: true,
  })
  async remove(
    @Param('tenant_id') tenantId: string,
    @Param('domain_id') id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    await this.writes.remove(ctx, own(ctx, tenantId), id.toLowerCase());
  }

  @Endpoint('domain.verify', {
    route: 'POST :domain_id/verify',
    summary: 'Look up the DNS record of a custom domain now',
    description:
      'If the record is not found, the status stays REQUESTED. If several tenants request a domain, the first to prove it gets it.',
    responses: { 200: DomainDto },
    errors: ['errors.tenant.not_found', 'errors.domain.not_found', 'errors.domain.exists', 'errors.domain.system'],
    etag: true,
  })
  verify(
    @Param('tenant_id') tenantId: string,
    @Param('domain_id') id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<DomainDto> {
    return this.writes.verify(ctx, own(ctx, tenantId), id.toLowerCase());
  }
}

/** @throws Rejection 404 where the path names another tenant */
const own = ({ caller }: RequestContext, tenantId: string): string =>
  tenantId.toLowerCase() === caller.tenantId ? caller.tenantId : reject('errors.tenant.not_found');
