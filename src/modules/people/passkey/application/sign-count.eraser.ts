import { Inject, Injectable } from '@nestjs/common';
import type { ErasedUser, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

/** Removes the sign counts of the passkeys of a user. */
@Injectable()
export class SignCountEraser implements Eraser {
  constructor(@Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore) {}

  eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: 'passkey-sign-count', prefix: innerId(id, '') });
  }
}
