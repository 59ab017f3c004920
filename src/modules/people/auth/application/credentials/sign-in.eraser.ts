import { Inject, Injectable } from '@nestjs/common';
import type { ErasedUser, Eraser } from '../../../../../engine/erasure/eraser.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../../ports/stores/operational-store.js';
import { SessionIndex } from '../session-index.service.js';

/** Removes the sign-ins of a user, with their browsers. */
@Injectable()
export class SignInEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SessionIndex) private readonly sessions: SessionIndex,
  ) {}

  async eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    for (const sid of await this.sessions.of(tenantId, id)) {
      await this.operations.remove({ tenantId, kind: 'refresh-token', id: sid });
    }
    await this.operations.remove({ tenantId, kind: 'user-sessions', id });
  }
}
