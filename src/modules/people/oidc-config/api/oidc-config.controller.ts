import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { OidcConfigRecord } from '../../../../../projections/oidc-config/projection.js';
import { oidcConfigsOf } from '../../../../../projections/oidc-config/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Quotas } from '../../../../engine/commands/quotas.js';
import { paginate } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import { meets } from '../../../../kernel/revision.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../../../../ports/delivery/outbound-http.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { WaysIn } from '../../ways-in/application/ways-in.service.js';
import { OidcClientSecrets } from '../application/oidc-client-secrets.service.js';
import { type OidcConfig, oidcConfig, oidcConfigQuota } from '../domain/oidc-config.resource.js';
import {
  CreateOidcConfigDto,
  OidcConfigDto,
  OidcConfigListDto,
  OidcConfigQueryDto,
  PatchOidcConfigDto,
  toOidcConfigDto,
} from './oidc-config.dto.js';

type State = ResourceState<OidcConfig>;

@ApiTags('OIDC configs')
@Controller('oidc-configs')
export class OidcConfigController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OidcClientSecrets) private readonly secrets: OidcClientSecrets,
    @Inject(Quotas) private readonly quotas: Quotas,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(WaysIn) private readonly ways: WaysIn,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
  ) {}

  @Endpoint('oidc-config.list', {
    route: 'GET',
    summary: 'List OIDC configs without secrets',
    query: OidcConfigQueryDto,
    responses: { 200: OidcConfigListDto },
  })
  async list(@QueryPayload(OidcConfigQueryDto) query: OidcConfigQueryDto, @Ctx() ctx: RequestContext) {
    const order = { field: 'createdAt', descending: false };
    const { docs, paging } = await paginate(
      this.reader(ctx),
      query,
      { order },
      limits.listDefault,
      (doc) => doc.createdAt,
    );
    return { oidc_configs: docs.map(toOidcConfigDto), ...paging };
  }

  @Endpoint('oidc-config.create', {
    route: 'POST',
    summary: 'Create an OIDC config',
    description:
      'The provider is not contacted before the first sign-in. `POST /oidc-configs/{provider_name}/test` names a fault of a config.',
    body: CreateOidcConfigDto,
    responses: { 201: OidcConfigDto },
    errors: ['errors.oidc_config.exists', 'errors.oidc_config.too_many'],
    etag: true,
    recentSignIn: true,
  })
  async create(@Payload(CreateOidcConfigDto) body: CreateOidcConfigDto, @Ctx() ctx: RequestContext) {
    const { provider_name: name, authority_url: authorityUrl, client_id: clientId, client_secret, scope } = body;
    const trust = body.trust_email ? ({ trustEmail: true } as const) : {};
    await this.checkAuthority(ctx, authorityUrl);
    const clientSecretSealed = this.secrets.seal(ctx.caller.tenantId, name, client_secret);
    const value = { authorityUrl, clientId, clientSecretSealed, ...(scope === undefined ? {} : { scope }), ...trust };
    const meta = ctx.meta();
    const shown = async () => (await this.reader(ctx).find({ limit: limits.oidcConfigs })).docs;
    await this.quotas.take(oidcConfigQuota, name, meta, shown);
    const answer = await this.write(ctx, new oidcConfig.Create(name, { value }, meta));
    ctx.created(`/api/v1/oidc-configs/${name}`);
    return answer;
  }

  @Endpoint('oidc-config.read', {
    route: 'GET :provider_name',
    summary: 'Read an OIDC config without its secret',
    responses: { 200: OidcConfigDto },
    errors: ['errors.oidc_config.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Param('provider_name') name: string, @Ctx() ctx: RequestContext): Promise<OidcConfigDto> {
    return shown(ctx, await this.existing(ctx, name));
  }

  @Endpoint('oidc-config.change', {
    route: 'PATCH :provider_name',
    summary: 'Change an OIDC config',
    description:
      'A change ends sign-ins in progress. Another `authority_url` requires `client_secret`, so no stored secret is sent to another provider.',
    body: PatchOidcConfigDto,
    responses: { 200: OidcConfigDto },
    errors: ['errors.oidc_config.not_found'],
    etag: true,
    recentSignIn: true,
  })
  async change(
    @Param('provider_name') name: string,
    @Payload(PatchOidcConfigDto) {
      authority_url: authorityUrl,
      client_id: clientId,
      client_secret,
      scope,
      trust_email: trust,
    }: PatchOidcConfigDto,
    @Ctx() ctx: RequestContext,
  ): Promise<OidcConfigDto> {
    const record = await this.existing(ctx, name);
    if (authorityUrl !== undefined) await this.checkAuthority(ctx, authorityUrl);
    const isMoved = authorityUrl !== undefined && authorityUrl !== record.value.authorityUrl;
    // The stored secret is never sent to another authority.
    if (isMoved && client_secret === undefined) rejectAt('client_secret', 'errors.field.required');
    const patch = {
      ...(isMoved ? { authorityUrl } : {}),
      ...(clientId === undefined ? {} : { clientId }),
      ...(client_secret === undefined ? {} : { clientSecretSealed: this.secrets.resealed(record, client_secret) }),
      ...(scope === undefined ? {} : { scope }),
      ...(trust === undefined ? {} : { trustEmail: trust || null }),
    };
    return this.write(ctx, new oidcConfig.Change(name, { patch, ifMatch: ctx.ifMatch }, ctx.meta()));
  }

  @Endpoint('oidc-config.delete', {
    route: 'DELETE :provider_name',
    summary: 'Delete an OIDC config',
    description: 'Users can no longer sign in with the provider.',
    responses: { 204: null },
    errors: ['errors.oidc_config.not_found', 'errors.tenant.last_sign_in'],
    etag: true,
    recentSignIn: true,
  })
  async remove(@Param('provider_name') name: string, @Ctx() ctx: RequestContext): Promise<void> {
    const meta = ctx.meta();
    const { record } = await this.runner.peek(oidcConfig.decider, meta.tenantId, name);
    const { revision } = record ?? reject('errors.oidc_config.not_found');
    if (!meets(ctx.ifMatch, revision)) reject('errors.precondition.failed');
    const removing = new oidcConfig.Remove(name, { ifMatch: ctx.ifMatch }, meta);
    await this.ways.endOne({ provider: name }, meta, () => this.commands.send(ctx, removing));
    await this.commands.settle(ctx);
  }

  private reader({ caller }: RequestContext) {
    return oidcConfigsOf(this.documents, caller.tenantId);
  }

  private async existing(ctx: RequestContext, name: string): Promise<OidcConfigRecord> {
    return (await this.reader(ctx).get(name)) ?? reject('errors.oidc_config.not_found');
  }

  private async checkAuthority(ctx: RequestContext, url: string): Promise<void> {
    const fault = await this.outside.checkAddress(url, ctx.caller.tenantId);
    if (fault) rejectAt('authority_url', fault);
  }

  private async write(ctx: RequestContext, command: InstanceType<(typeof oidcConfig.commands)[number]>) {
    const { state } = await this.commands.sendAndWait<State>(ctx, command);
    return shown(ctx, state.record ?? reject('errors.oidc_config.not_found'));
  }
}

function shown(ctx: RequestContext, record: OidcConfigRecord): OidcConfigDto {
  ctx.revision = record.revision;
  return toOidcConfigDto(record);
}
