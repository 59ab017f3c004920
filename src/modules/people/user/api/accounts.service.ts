import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import { isSameEmail } from '../../../../engine/commands/unique-names.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import type { Caller } from '../../../../kernel/caller.js';
import { Rejection, reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { meets } from '../../../../kernel/revision.js';
import { ErasureRequests } from '../../../conversations/erasure/application/erasure-requests.service.js';
import { WaysIn } from '../../ways-in/application/ways-in.service.js';
import { AddOwner, DemoteOwner, OWNERS, RemoveOwner } from '../domain/owner.commands.js';
import { isOwner, roleChange, type User, user } from '../domain/user.resource.js';
import { FirstOwner } from './first-owner.service.js';
import { Identities } from './identities.service.js';

type State = ResourceState<User>;
type Known = ResourceRecord<User>;
/** In whose tenant and name it is done. */
type Actor = Pick<Caller, 'tenantId' | 'actor'>;
/** Members that a PATCH may change; null takes a name away. */
export type UserPatch = Partial<Pick<User, 'email' | 'role'>> & {
  readonly [K in 'firstname' | 'lastname']?: string | null;
};

/** The user that a repeated request created. */
interface ErasedUser {
  readonly id: string;
  readonly erased: true;
}

const NOTHING_PENDING = { pendingEmail: null, pendingEmailRequest: null } as const;
const taken = { code: 'errors.user.exists', path: 'email' } as const;
/** Attempts of a request whose user changes meanwhile. */
const ATTEMPTS = 24;

/** Users come, change and go in several steps; each may be done again, and a crash between them blocks nothing. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(FirstOwner) private readonly owners: FirstOwner,
    @Inject(Identities) private readonly identities: Identities,
    @Inject(WaysIn) private readonly ways: WaysIn,
    @Inject(ErasureRequests) private readonly erasures: ErasureRequests,
  ) {}

  /**
   * Reserves the e-mail address first, so that no other user gets it meanwhile. A repeated request may find the user that it
   * created erased. @throws Rejection `errors.user.exists`
   */
  async create(ctx: RequestContext, value: User): Promise<Known | ErasedUser> {
    const id = ctx.nextId();
    const isErased = ctx.running?.again && (await this.erasures.userErasure(ctx.caller.tenantId, id)) !== undefined;
    return isErased ? { id, erased: true } : this.createAs(ctx, ctx.caller, id, value);
  }

  /**
   * Creates a user that the tenant's identity provider vouches for, with the user as actor. @throws Rejection
   * `errors.user.exists`
   */
  provision(ctx: RequestContext, tenantId: string, identity: Omit<User, 'role'>): Promise<Known> {
    const id = ctx.nextId();
    const value = { ...identity, role: 'USER', isProvisioned: true } as const;
    return this.createAs(ctx, { tenantId, actor: `user:${id}` }, id, value);
  }

  private async createAs(ctx: RequestContext, as: Actor, id: string, value: User): Promise<Known> {
    if (isOwner(value)) await this.owners.admit(ctx, id);
    await this.takeEmail(ctx, value.email, id, as);
    if (isOwner(value)) await this.owners.claim(ctx, id);
    for (const identity of value.identities ?? []) await this.identities.take(ctx, identity, id, as);
    const { state } = await this.commands.send<State>(ctx, new user.Create(id, { value }, ctx.meta(as)));
    if (isOwner(value)) await this.commands.send(ctx, new AddOwner(OWNERS, { userId: id }, ctx.meta(as)));
    await this.commands.settle(ctx);
    return state.record ?? reject('errors.user.not_found');
  }

  /**
   * @throws Rejection `errors.user.last_owner`, `errors.tenant.last_sign_in`, `errors.user.exists`, `errors.user.not_found`,
   * `errors.precondition.failed`
   */
  async change(ctx: RequestContext, id: string, patch: UserPatch): Promise<Known> {
    const changed = await this.onLatest(ctx, id, (record) => this.changeAt(ctx, record, patch));
    await this.commands.settle(ctx);
    return changed;
  }

  /** Sends the invitation again. @throws Rejection `errors.user.has_password`, `errors.user.not_found` */
  async invite(ctx: RequestContext, id: string): Promise<Known> {
    const invited = await this.onLatest(ctx, id, async ({ revision, value }) => {
      if (value.passwordHash !== undefined) reject('errors.user.has_password');
      const change = { patch: { invitationRequest: ctx.nextId() }, ifMatch: [revision] };
      const { state } = await this.commands.send<State>(ctx, new user.Change(id, change, ctx.meta()));
      return state.record ?? reject('errors.user.not_found');
    });
    await this.commands.settle(ctx);
    return invited;
  }

  /**
   * Gives a user the address that a link proved. False: the user is gone, or wants another address by now.
   * @throws Rejection `errors.user.exists`
   */
  async confirmEmail(ctx: RequestContext, tenantId: string, id: string, email: string): Promise<boolean> {
    const as: Actor = { tenantId, actor: `user:${id}` };
    const isConfirmed = await this.onLatest(ctx, id, (record) => this.confirmAt(ctx, record, email, as), as);
    await this.commands.settle(ctx);
    return isConfirmed;
  }

  private async confirmAt(ctx: RequestContext, record: Known, email: string, as: Actor): Promise<boolean> {
    const { id, revision, value } = record;
    const { email: present, pendingEmail } = value;
    const isPresent = isSameEmail(present, email);
    if (!isPresent && (pendingEmail === undefined || !isSameEmail(pendingEmail, email))) return false;
    if (!isPresent) await this.takeEmail(ctx, email, id, as);
    const patch = isPresent
      ? { provenEmail: present }
      : { email, provenEmail: email, ...NOTHING_PENDING, formerEmail: present };
    await this.commands.send(ctx, new user.Change(id, { patch, ifMatch: [revision] }, ctx.meta(as)));
    if (!isPresent) await this.releaseEmail(ctx, present, id, as);
    return true;
  }

  /** @throws Rejection as `change` */
  async remove(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.caller;
    const { record: removed, name } = await this.onLatest(ctx, id, async (record) => {
      const name = await this.reservations.names.ofEmail(tenantId, record.value.email);
      const wasOwner = isOwner(record.value);
      if (wasOwner) await this.leave(ctx, new RemoveOwner(OWNERS, { userId: id }, ctx.meta()));
      await this.delete(ctx, id, wasOwner ? {} : { ifMatch: [record.revision] });
      return { record, name };
    });
    ctx.reached(await this.reservations.release(name, id, ctx.meta()));
    await this.identities.release(ctx, removed);
  }

  /** Also a user who was deleted before. @throws Rejection as `remove`; 409 under a legal hold */
  async erase(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.caller;
    const { record, gone } = await this.runner.peek(user.decider, tenantId, id);
    if (!record && !gone) reject('errors.user.not_found');
    await this.erasures.mayEraseUser(tenantId, id);
    if (record) await this.remove(ctx, id);
    const erasure = await this.erasures.user(id, ctx.meta());
    ctx.headers['Tidings-Erasure'] = erasure.id;
    ctx.reached(erasure.position);
    await this.commands.settle(ctx);
  }

  /** Does it on the state that it was judged by; again where the user changed meanwhile. The If-Match is judged once. */
  private async onLatest<T>(
    ctx: RequestContext,
    id: string,
    act: (record: Known) => Promise<T>,
    { tenantId }: Pick<Actor, 'tenantId'> = ctx.caller,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const { record } = await this.runner.peek(user.decider, tenantId, id);
      if (!record) return reject('errors.user.not_found');
      if (attempt === 1 && !meets(ctx.ifMatch, record.revision)) return reject('errors.precondition.failed');
      try {
        return await act(record);
      } catch (error) {
        const isStale = error instanceof Rejection && error.code === 'errors.precondition.failed';
        if (!isStale || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** An owner is uncounted before they lose the role, and counted after they got it (`owner.decider.ts`). */
  private async changeAt(ctx: RequestContext, record: Known, wanted: UserPatch): Promise<Known> {
    const { id, revision, value } = record;
    const change = roleChange(value, wanted);
    if (change === 'promoted') {
      await this.owners.admit(ctx, id);
      await this.owners.claim(ctx, id);
    }
    const others = await this.withPendingEmail(ctx, record, wanted);
    if (change === 'demoted') await this.leave(ctx, new DemoteOwner(OWNERS, { userId: id, revision }, ctx.meta()));
    const patch = change === 'unchanged' ? others : { ...others, signInEpoch: ctx.nextId() };
    const command = new user.Change(id, { patch, ifMatch: [revision] }, ctx.meta());
    const { state, events } = await this.commands.send<State>(ctx, command);
    if (change === 'promoted')
      await this.commands.send(ctx, new AddOwner(OWNERS, { userId: id, ...revisionOf(events) }, ctx.meta()));
    return state.record ?? reject('errors.user.not_found');
  }

  /** An owner may be the last one who can sign in. */
  private leave(ctx: RequestContext, command: RemoveOwner | DemoteOwner) {
    return this.ways.endOne({ owner: command.data.userId }, command.meta, () => this.commands.send(ctx, command));
  }

  /** Another address holds once its link is followed; another spelling of the same one at once. */
  private async withPendingEmail(ctx: RequestContext, { id, tenantId, value }: Known, patch: UserPatch) {
    const { email, ...others } = patch;
    if (email === undefined) return others;
    if (isSameEmail(email, value.email)) return { ...others, email, ...NOTHING_PENDING };
    const name = await this.reservations.names.ofEmail(tenantId, email);
    for (const holder of await this.reservations.holdersOf(tenantId, name))
      if (holder !== undefined && holder !== id && (await this.hasEmail(tenantId, holder, email)))
        rejectAt('email', 'errors.field.taken', undefined, 'errors.user.exists');
    return { ...others, pendingEmail: email, pendingEmailRequest: ctx.nextId() };
  }

  /** Where an owner was removed, the process that finishes deletions may be quicker; it is done all the same. */
  private async delete(
    ctx: RequestContext,
    id: string,
    guard: { readonly ifMatch?: readonly number[] },
  ): Promise<void> {
    try {
      await this.commands.sendAndWait(ctx, new user.Remove(id, guard, ctx.meta()));
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'errors.user.not_found') throw error;
      await this.commands.settle(ctx);
    }
  }

  /** A holder that has another address by now, or never came into being, gives the name up. */
  private async takeEmail(ctx: RequestContext, email: string, holder: string, as: Actor): Promise<void> {
    const { tenantId } = as;
    const name = await this.reservations.names.ofEmail(tenantId, email);
    const has = (other: string) => this.hasEmail(tenantId, other, email);
    await this.reservations.take({ name, holder, refusal: taken }, ctx.meta(as), has);
  }

  private async releaseEmail(ctx: RequestContext, email: string, holder: string, as: Actor): Promise<void> {
    const name = await this.reservations.names.ofEmail(as.tenantId, email);
    ctx.reached(await this.reservations.release(name, holder, ctx.meta(as)));
  }

  private async hasEmail(tenantId: string, id: string, email: string): Promise<boolean> {
    const { record } = await this.runner.peek(user.decider, tenantId, id);
    return record !== undefined && isSameEmail(record.value.email, email);
  }
}

const revisionOf = (events: readonly { readonly meta: { readonly version: number } }[]) => {
  const revision = events.at(-1)?.meta.version;
  return revision === undefined ? {} : { revision };
};
