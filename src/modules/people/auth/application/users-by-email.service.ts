import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import { emailName } from '../../../../engine/commands/unique-names.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { type User, user } from '../../user/domain/user.resource.js';

type Found = ResourceRecord<User> | undefined;

/** Id of no user. */
export const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Users as they are now, whichever process changed them: another password must hold at once. */
@Injectable()
export class UsersByEmail {
  constructor(
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
  ) {}

  /** Looks up as much for an unknown address as for a known one. */
  async find(tenantId: string, email: string): Promise<Found> {
    const name = emailName(email);
    const holder = await this.reservations.holderOf(tenantId, name);
    const record = await this.byId(tenantId, holder ?? NOBODY);
    const known = record?.value.email;
    return known !== undefined && emailName(known) === name ? record : undefined;
  }

  async byId(tenantId: string, id: string): Promise<Found> {
    return (await this.runner.peek(user.decider, tenantId, id)).record;
  }
}
