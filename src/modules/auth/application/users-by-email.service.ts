import { Inject, Injectable } from '@nestjs/common';
import { Reservations } from '../../../engine/commands/reservations.js';
import { emailName } from '../../../engine/commands/unique-names.js';
import type { ResourceRecord } from '../../../kernel/resource.js';
import type { User } from '../../user/domain/user.resource.js';
import { Principals } from './principals.service.js';

/** Id of no user. */
export const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Finds users by what they sign in with. */
@Injectable()
export class UsersByEmail {
  constructor(
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(Principals) private readonly principals: Principals,
  ) {}

  /** Looks up as much for an unknown address as for a known one. */
  async find(tenantId: string, email: string): Promise<ResourceRecord<User> | undefined> {
    const name = emailName(email);
    const holder = await this.reservations.holderOf(tenantId, name);
    const record = await this.principals.user(tenantId, holder ?? NOBODY);
    return record && emailName(record.value.email) === name ? record : undefined;
  }
}
