import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Reservations } from '../../../engine/commands/reservations.js';
import type { Exchange } from '../../../http/pipeline/request-context.js';
import { emailName } from '../../../http/fields/unique-names.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { Rejection, reject } from '../../../kernel/rejection.js';
import type { Kept, ResourceState } from '../../../kernel/resource.js';
import { meets } from '../../../kernel/revision.js';
import { AddOwner, OWNERS, RemoveOwner } from '../domain/owner.commands.js';
import { type User, user } from '../domain/user.resource.js';

type State = ResourceState<User>;

const taken = { code: 'errors.user.exists', path: 'email' } as const;

/** Users come and go in several steps; each may be done again, and a crash between them blocks nothing. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
  ) {}

  /** The e-mail first, so that nobody else gets it meanwhile. @throws Rejection `errors.user.exists` */
  async create(here: Exchange, value: User): Promise<Kept<User>> {
    const { tenantId } = here.caller;
    const id = here.nextId();
    const claim = { name: emailName(value.email), holder: id, refusal: taken };
    await this.reservations.take(claim, here.meta(), (holder) => this.exists(tenantId, holder));
    const { state, position } = await this.writes.ask<State>(here, new user.Create(id, { value }, here.meta()));
    if (value.role === 'OWNER') await this.writes.ask(here, new AddOwner(OWNERS, { userId: id }, here.meta()));
    await this.writes.readable(position);
    return state.kept ?? reject('errors.user.not_found');
  }

  /** @throws Rejection `errors.user.last_owner`, `errors.user.not_found`, `errors.precondition.failed` */
  async remove(here: Exchange, id: string): Promise<void> {
    const { kept } = await this.runner.peek(user.decider, here.caller.tenantId, id);
    if (!kept) return reject('errors.user.not_found');
    if (!meets(here.ifMatch, kept.revision)) return reject('errors.precondition.failed');
    if (kept.value.role === 'OWNER') {
      await this.writes.ask(here, new RemoveOwner(OWNERS, { userId: id }, here.meta()));
    }
    await this.delete(here, id);
    here.reached(await this.reservations.release(emailName(kept.value.email), id, here.meta()));
  }

  /** Where an owner was removed, the process that finishes deletions may be quicker; it is done all the same. */
  private async delete(here: Exchange, id: string): Promise<void> {
    try {
      await this.writes.done(here, new user.Remove(id, {}, here.meta()));
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'errors.user.not_found') throw error;
      await this.writes.readable(here.position);
    }
  }

  private async exists(tenantId: string, id: string): Promise<boolean> {
    return (await this.runner.peek(user.decider, tenantId, id)).kept !== undefined;
  }
}
