import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import type { Caller } from '../../../../kernel/caller.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { hasIdentity, type Identity, type User, user } from '../domain/user.resource.js';

type Known = ResourceRecord<User>;
type Actor = Pick<Caller, 'tenantId' | 'actor'>;

const refusal = { code: 'errors.grant.invalid', path: 'subject_token' } as const;

/** Persons at identity providers, each bound to one user of a tenant. A name is reserved before its user has it. */
@Injectable()
export class Identities {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
  ) {}

  /** The user that the person is bound to. */
  async userOf(tenantId: string, identity: Identity): Promise<Known | undefined> {
    for (const holder of await this.reservations.holdersOf(tenantId, await this.nameOf(tenantId, identity))) {
      const found = holder === undefined ? undefined : await this.bound(tenantId, holder, identity);
      if (found) return found;
    }
    return undefined;
  }

  /** @throws Rejection `errors.grant.invalid` where the person is another user, `errors.precondition.failed` */
  async link(ctx: RequestContext, { tenantId, id, revision, value }: Known, identity: Identity): Promise<void> {
    const as = { tenantId, actor: `user:${id}` };
    await this.take(ctx, identity, id, as);
    const patch = { identities: [...(value.identities ?? []), identity].slice(-limits.identitiesPerUser) };
    await this.commands.send(ctx, new user.Change(id, { patch, ifMatch: [revision] }, ctx.meta(as)));
  }

  /** @throws Rejection `errors.grant.invalid` where the person is another user */
  async take(ctx: RequestContext, identity: Identity, holder: string, as: Actor): Promise<void> {
    const isOf = async (other: string) => (await this.bound(as.tenantId, other, identity)) !== undefined;
    const name = await this.nameOf(as.tenantId, identity);
    await this.reservations.take({ name, holder, refusal }, ctx.meta(as), isOf);
  }

  async release(ctx: RequestContext, { id, tenantId, value }: Known): Promise<void> {
    for (const identity of value.identities ?? []) {
      const name = await this.nameOf(tenantId, identity);
      ctx.reached(await this.reservations.release(name, id, ctx.meta()));
    }
  }

  private nameOf(tenantId: string, { issuer, subject }: Identity) {
    return this.reservations.names.ofIdentity(tenantId, issuer, subject);
  }

  private async bound(tenantId: string, id: string, identity: Identity): Promise<Known | undefined> {
    const { record } = await this.runner.peek(user.decider, tenantId, id);
    return record && hasIdentity(record.value, identity) ? record : undefined;
  }
}
