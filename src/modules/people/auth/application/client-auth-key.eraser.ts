import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { IssuedKeys } from './client-auth-key.js';

/** Removes the keys of the links to a conversation. */
@Injectable()
export class ClientAuthKeyEraser implements Eraser {
  constructor(@Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore) {}

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    const issued = { tenantId, kind: 'client-auth-keys-issued', prefix: innerId(id, '') };
    return removeEntries<IssuedKeys>(this.operations, issued, ({ value }) =>
      Promise.all(value.map(({ digest }) => this.operations.remove({ tenantId, kind: 'client-auth-key', id: digest }))),
    );
  }
}
