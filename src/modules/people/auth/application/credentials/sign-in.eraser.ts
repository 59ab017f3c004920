import { Inject, Injectable } from '@nestjs/common';
import type { ErasedEvents, ErasedUser, Eraser } from '../../../../../engine/erasure/eraser.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../../ports/stores/operational-store.js';
import { SessionIndex } from '../session-index.service.js';
import { SignInNetworks } from '../sign-in-networks.service.js';

/** Members of events about a user. */
interface Addressed {
  readonly email?: string | null;
}

/** Removes the sign-ins of a user with their browsers, and the networks that they came from. */
@Injectable()
export class SignInEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SessionIndex) private readonly sessions: SessionIndex,
    @Inject(SignInNetworks) private readonly networks: SignInNetworks,
  ) {}

  async eraseUserAddresses({ tenantId }: ErasedUser, events: ErasedEvents): Promise<void> {
    for (const { data } of events) {
      const { email } = data as Addressed;
      if (email) await this.networks.forget(tenantId, email);
    }
  }

  async eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    for (const sid of await this.sessions.of(tenantId, id)) {
      await this.operations.remove({ tenantId, kind: 'refresh-token', id: sid });
    }
    await this.operations.remove({ tenantId, kind: 'user-sessions', id });
  }
}
