import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { principalKind } from '../../../../kernel/access.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import { ownersOf } from '../application/owners-of.js';

const NAME = 'owner.first';
const refusal = { code: 'errors.forbidden', path: 'role' } as const;

/** A machine makes the first owner of a tenant and no other. So a stolen API key makes no way in for a person. */
@Injectable()
export class FirstOwner {
  constructor(
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
  ) {}

  /** @throws Rejection `errors.forbidden` where the tenant has an owner */
  async admit(ctx: RequestContext, userId: string): Promise<void> {
    if (!isMachine(ctx)) return;
    const present = await this.owners(ctx);
    if (present.some((owner) => owner !== userId))
      rejectAt(refusal.path, 'errors.field.refused', undefined, refusal.code);
  }

  /** Of several machines at once one succeeds. @throws Rejection `errors.forbidden` */
  async claim(ctx: RequestContext, userId: string): Promise<void> {
    if (!isMachine(ctx)) return;
    const isOwner = async (other: string) => (await this.owners(ctx)).includes(other);
    await this.reservations.take({ name: NAME, holder: userId, refusal }, ctx.meta(), isOwner);
  }

  private owners({ caller }: RequestContext): Promise<readonly string[]> {
    return ownersOf(this.runner, caller.tenantId);
  }
}

const isMachine = (ctx: RequestContext): boolean => !ctx.isAnonymous && principalKind(ctx.caller) === 'key';
