import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Reservations } from '../../../engine/commands/reservations.js';
import { emailName } from '../../../engine/commands/unique-names.js';
import { Commands } from '../../../http/pipeline/commands.js';
import type { RequestContext } from '../../../http/pipeline/request-context.js';
import { Rejection, reject } from '../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../kernel/resource.js';
import { meets } from '../../../kernel/revision.js';
import { AddOwner, OWNERS, RemoveOwner } from '../domain/owner.commands.js';
import { type User, user } from '../domain/user.resource.js';

type State = ResourceState<User>;

const taken = { code: 'errors.user.exists', path: 'email' } as const;

/** Users come and go in several steps; each may be done again, and a crash between them blocks nothing. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
  ) {}

  /** The e-mail first, so that nobody else gets it meanwhile. @throws Rejection `errors.user.exists` */
  async create(ctx: RequestContext, value: User): Promise<ResourceRecord<User>> {
    const { tenantId } = ctx.caller;
    const id = ctx.nextId();
    const claim = { name: emailName(value.email), holder: id, refusal: taken };
    await this.reservations.take(claim, ctx.meta(), (holder) => this.exists(tenantId, holder));
    const { state } = await this.commands.send<State>(ctx, new user.Create(id, { value }, ctx.meta()));
    if (value.role === 'OWNER') await this.commands.send(ctx, new AddOwner(OWNERS, { userId: id }, ctx.meta()));
    await this.commands.settle(ctx);
    return state.record ?? reject('errors.user.not_found');
  }

  /** @throws Rejection `errors.user.last_owner`, `errors.user.not_found`, `errors.precondition.failed` */
  async remove(ctx: RequestContext, id: string): Promise<void> {
    const { record } = await this.runner.peek(user.decider, ctx.caller.tenantId, id);
    if (!record) return reject('errors.user.not_found');
    if (!meets(ctx.ifMatch, record.revision)) return reject('errors.precondition.failed');
    if (record.value.role === 'OWNER') {
      await this.commands.send(ctx, new RemoveOwner(OWNERS, { userId: id }, ctx.meta()));
    }
    await this.delete(ctx, id);
    ctx.reached(await this.reservations.release(emailName(record.value.email), id, ctx.meta()));
  }

  /** Where an owner was removed, the process that finishes deletions may be quicker; it is done all the same. */
  private async delete(ctx: RequestContext, id: string): Promise<void> {
    try {
      await this.commands.sendAndWait(ctx, new user.Remove(id, {}, ctx.meta()));
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'errors.user.not_found') throw error;
      await this.commands.settle(ctx);
    }
  }

  private async exists(tenantId: string, id: string): Promise<boolean> {
    return (await this.runner.peek(user.decider, tenantId, id)).record !== undefined;
  }
}
