import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { CommandRunner, type Outcome } from '../../../../engine/commands/command-runner.js';
import { type Basis, ConditionalCommands } from '../../../../engine/commands/conditional-commands.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { patched } from '../../../../kernel/patch.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { Change, ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { meets } from '../../../../kernel/revision.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../../../../ports/delivery/outbound-http.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { WaysIn } from '../../../people/ways-in/application/ways-in.service.js';
import { templateFault } from '../../../reach/message-template/application/named-template.js';
import { mainDomain } from '../application/frontend.js';
import { frontendOf } from '../application/frontend-of.js';
import { signInWaysOf, type Tenant, tenant } from '../domain/tenant.resource.js';
import { PatchTenantDto, TenantDto, toSignIn, toTenantDto, toTenantPatch } from './tenant.dto.js';

@ApiTags('Tenant')
@Controller('tenant')
export class TenantController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ConditionalCommands) private readonly conditional: ConditionalCommands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(WaysIn) private readonly ways: WaysIn,
  ) {}

  @Endpoint('tenant.read', {
    route: 'GET',
    summary: 'Read the tenant',
    responses: { 200: TenantDto },
    errors: ['errors.tenant.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Ctx() ctx: RequestContext): Promise<TenantDto> {
    return this.shown(ctx, await tenantOf(this.documents, ctx.caller.tenantId));
  }

  @Endpoint('tenant.change', {
    route: 'PATCH',
    summary: 'Change the tenant, or pause its workflows',
    errors: ['errors.tenant.last_sign_in'],
    body: PatchTenantDto,
    responses: { 200: TenantDto },
    etag: true,
    recentSignIn: [
      'token_exchange_userinfo_url',
      'token_exchange_audience',
      'token_exchange_trust_email',
      'sign_in',
      'user_auto_provisioning_domains',
    ],
  })
  async change(@Payload(PatchTenantDto) body: PatchTenantDto, @Ctx() ctx: RequestContext): Promise<TenantDto> {
    const { token_exchange_userinfo_url: url } = body;
    const fault = url && (await this.outside.checkAddress(url, ctx.caller.tenantId));
    if (fault) rejectAt('token_exchange_userinfo_url', fault);
    const meta = ctx.meta();
    const { state } = await this.conditional.send<void, Outcome<ResourceState<Tenant>>>(ctx.caller.tenantId, {
      judge: (basis) => assertMailTemplate(basis, body.workflow_failed_template),
      send: (_, given) => this.changed(ctx, body, { ...meta, given }),
      undo: (outcome) => this.conditional.undoResource(tenant, meta, outcome),
    });
    await this.commands.settle(ctx);
    return this.shown(ctx, state.record);
  }

  @Endpoint('tenant.keep', {
    route: 'POST keep',
    summary: 'Keep a demo tenant',
    description:
      'Only its first owner keeps a demo tenant. The service then never erases it by itself, and its e-mails and SMS are sent. For any other tenant, the call changes nothing.',
    responses: { 204: null },
  })
  async keep(@Ctx() ctx: RequestContext): Promise<void> {
    const { tenantId, id: userId } = ctx.caller;
    const { record } = await this.runner.peek(tenant.decider, tenantId, tenantId);
    const demo = record?.value.demo;
    if (!demo) return;
    if (demo.ownerId !== userId) reject('errors.forbidden');
    await this.write(ctx, { patch: { demo: null } }, ctx.meta());
    await this.commands.settle(ctx);
  }

  private async changed(ctx: RequestContext, body: PatchTenantDto, meta: CommandMeta) {
    const { sign_in: signIn, token_exchange_userinfo_url: url } = body;
    if (signIn === undefined && url !== null) return this.write(ctx, { patch: toTenantPatch(body) }, meta);
    const { record } = await this.runner.peek(tenant.decider, meta.tenantId, meta.tenantId);
    if (!meets(ctx.ifMatch, record?.revision)) reject('errors.precondition.failed');
    return this.ways.oneAtATime(meta, (change) => this.changeWaysIn(ctx, body, meta, change));
  }

  /** No change of another way in is under way. One of the tenant's other members makes this one begin again. */
  private changeWaysIn(ctx: RequestContext, body: PatchTenantDto, meta: CommandMeta, change: string) {
    const { tenantId } = ctx.caller;
    return this.commands.onLatest(ctx, async () => {
      const { record } = await this.runner.peek(tenant.decider, tenantId, tenantId);
      const { value, revision } = record ?? reject('errors.tenant.not_found');
      const signIn = toSignIn(body, ctx.isMergePatch ? signInWaysOf(value) : undefined);
      const patch = { ...toTenantPatch(body), ...(signIn === undefined ? {} : { signIn }) };
      await this.ways.keepOne(tenantId, patched(value, patch));
      return this.write(ctx, { patch, change, ifMatch: Array.isArray(ctx.ifMatch) ? ctx.ifMatch : [revision] }, meta);
    });
  }

  private write(ctx: RequestContext, change: Change<Tenant>, meta: CommandMeta) {
    const command = new tenant.Change(ctx.caller.tenantId, { ifMatch: ctx.ifMatch, ...change }, meta);
    return this.commands.send<ResourceState<Tenant>>(ctx, command);
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

/** @throws Rejection 400 */
async function assertMailTemplate(basis: Basis, name: string | null | undefined): Promise<void> {
  if (name === null || name === undefined) return;
  const fault = await templateFault(basis, 'workflow_failed_template', name, 'TEXT');
  if (fault) rejectAt(fault.path, fault.code, fault.details);
}
