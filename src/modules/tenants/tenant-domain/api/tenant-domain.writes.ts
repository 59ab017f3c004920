import { Inject, Injectable } from '@nestjs/common';
import { DOMAIN_TYPES, type DomainType } from '../../../../catalogue/tenant.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { WaysIn } from '../../../people/ways-in/application/ways-in.service.js';
import { isOfService } from '../../tenant/application/domain-names.js';
import { DomainReservations } from '../application/domain-reservations.service.js';
import { DomainVerification } from '../application/domain-verification.service.js';
import {
  ConfirmDomain,
  DeleteDomain,
  DOMAINS,
  ReplaceDomain,
  RequestDomain,
} from '../domain/tenant-domain.commands.js';
import { type CustomDomain, type CustomDomains, tenantDomainDecider } from '../domain/tenant-domain.decider.js';
import type { DomainDto } from './tenant-domain.dto.js';
import { DomainViews } from './tenant-domain.views.js';

interface Found {
  readonly type: DomainType;
  readonly custom: CustomDomain;
}

/** System domains never change. */
const SYSTEM_REVISION = 1;

const foundIn = (domains: CustomDomains, wanted: string): Found | undefined =>
  DOMAIN_TYPES.flatMap((type) => {
    const custom = domains[type];
    return custom?.id === wanted ? [{ type, custom }] : [];
  })[0];

/** Requests, changes and verifies the custom domains of a tenant. */
@Injectable()
export class DomainWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(DomainReservations) private readonly reservations: DomainReservations,
    @Inject(DomainVerification) private readonly verification: DomainVerification,
    @Inject(DomainViews) private readonly views: DomainViews,
    @Inject(WaysIn) private readonly ways: WaysIn,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Rejection `errors.domain.exists`, `errors.domain.limit_reached` */
  async request(ctx: RequestContext, tenantId: string, type: DomainType, domain: string): Promise<DomainDto> {
    const [id, requestId] = [ctx.nextId(), ctx.nextId()];
    await this.refuseTaken(domain);
    const command = new RequestDomain(DOMAINS, { id, domainType: type, domain, requestId }, ctx.meta());
    const { state } = await this.commands.sendAndWait<CustomDomains>(ctx, command);
    return this.shown(ctx, tenantId, foundIn(state, id));
  }

  /**
   * @throws Rejection `errors.domain.not_found`, `errors.domain.system`, `errors.domain.exists`,
   * `errors.tenant.last_sign_in`
   */
  async replace(ctx: RequestContext, tenantId: string, id: string, domain: string): Promise<DomainDto> {
    const found = await this.existing(tenantId, id);
    const { custom: before } = found;
    if (before.domain !== domain) await this.refuseTaken(domain);
    const wish = { id, domain, requestId: ctx.nextId(), ifMatch: ctx.ifMatch };
    const meta = ctx.meta();
    const replaced = () => this.commands.sendAndWait<CustomDomains>(ctx, new ReplaceDomain(DOMAINS, wish, meta));
    const { state, events } = await (before.domain === domain ? replaced() : this.ended(found, meta, replaced));
    if (events.length > 0) await this.release(ctx, tenantId, before);
    return this.shown(ctx, tenantId, foundIn(state, id));
  }

  /** @throws Rejection `errors.domain.not_found`, `errors.domain.system`, `errors.tenant.last_sign_in` */
  async remove(ctx: RequestContext, tenantId: string, id: string): Promise<void> {
    const found = await this.existing(tenantId, id);
    const meta = ctx.meta();
    const removing = new DeleteDomain(DOMAINS, { id, ifMatch: ctx.ifMatch }, meta);
    await this.ended(found, meta, () => this.commands.sendAndWait(ctx, removing));
    await this.release(ctx, tenantId, found.custom);
  }

  /** The passkeys that were made on a main domain end with it. */
  private ended<T>({ type, custom }: Found, meta: CommandMeta, change: () => Promise<T>): Promise<T> {
    const hasPasskeys = type === 'MAIN' && custom.isVerified;
    return hasPasskeys ? this.ways.endOne({ domain: custom.domain }, meta, change) : change();
  }

  /** @throws Rejection `errors.domain.not_found`, `errors.domain.exists`, `errors.rate_limited` */
  async verify(ctx: RequestContext, tenantId: string, id: string): Promise<DomainDto> {
    const system = (await this.views.system(tenantId)).find((each) => each.id === id);
    if (system) {
      ctx.revision = SYSTEM_REVISION;
      return system;
    }
    const { custom } = await this.existing(tenantId, id);
    if (custom.isVerified) await this.reachVerified(ctx, custom);
    else await this.prove(ctx, tenantId, custom);
    await this.commands.settle(ctx);
    return this.shown(ctx, tenantId, await this.existing(tenantId, id));
  }

  private async prove(ctx: RequestContext, tenantId: string, custom: CustomDomain): Promise<void> {
    const { actor } = ctx.caller;
    const metaFor = (tenant: string) => ctx.meta({ tenantId: tenant, actor });
    const { position } = await this.verification.verify(tenantId, custom, metaFor, 'interactive');
    if (position !== undefined) ctx.reached(position);
  }

  /** An aborted call may have verified the domain just now. The command changes nothing and returns the position. */
  private async reachVerified(ctx: RequestContext, { requestId }: CustomDomain): Promise<void> {
    await this.commands.send(ctx, new ConfirmDomain(DOMAINS, { requestId }, ctx.meta()));
  }

  /** A name of the service itself belongs to no tenant but by its subdomain. */
  private async refuseTaken(domain: string): Promise<void> {
    const isTaken = isOfService(this.config.publicUrl, domain) || (await this.reservations.isTaken(domain));
    if (isTaken) rejectAt('domain', 'errors.field.taken', { value: domain }, 'errors.domain.exists');
  }

  private async existing(tenantId: string, id: string): Promise<Found> {
    const found = foundIn(await this.runner.peek(tenantDomainDecider, tenantId, DOMAINS), id);
    if (found) return found;
    const isSystem = (await this.views.system(tenantId)).some((each) => each.id === id);
    return reject(isSystem ? 'errors.domain.system' : 'errors.domain.not_found');
  }

  /** Where a crash comes between, the next request for the domain takes it over. */
  private async release(ctx: RequestContext, tenantId: string, custom: CustomDomain): Promise<void> {
    const meta = ctx.meta({ tenantId: NO_TENANT, actor: ctx.caller.actor });
    ctx.reached(await this.reservations.release(tenantId, custom, meta));
  }

  private shown(ctx: RequestContext, tenantId: string, found: Found | undefined): DomainDto {
    const { type, custom } = found ?? reject('errors.domain.not_found');
    ctx.revision = custom.revision;
    return this.views.custom(tenantId, type, custom);
  }
}
