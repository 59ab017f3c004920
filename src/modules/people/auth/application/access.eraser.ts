import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation, ErasedParticipant, ErasedUser, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { IssuedKeys } from './client-auth-key.js';
import { SessionIndex } from './session-index.service.js';

/** Removes the keys of the links to a conversation, and the sign-ins of a user with their browsers. */
@Injectable()
export class AccessEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SessionIndex) private readonly sessions: SessionIndex,
  ) {}

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    const issued = { tenantId, kind: 'client-auth-keys-issued', prefix: innerId(id, '') };
    return removeEntries<IssuedKeys>(this.operations, issued, (entry) => this.removeKeys(entry));
  }

  async eraseParticipant({ tenantId, conversationId, id }: ErasedParticipant): Promise<void> {
    const key = { tenantId, kind: 'client-auth-keys-issued', id: innerId(conversationId, id) };
    const issued = await this.operations.get<IssuedKeys>(key);
    if (!issued) return;
    await this.removeKeys(issued);
    await this.operations.remove(key);
  }

  async eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    for (const sid of await this.sessions.of(tenantId, id)) {
      await this.operations.remove({ tenantId, kind: 'refresh-token', id: sid });
    }
    await this.operations.remove({ tenantId, kind: 'user-sessions', id });
    await this.operations.remove({ tenantId, kind: 'login-code', id });
  }

  private async removeKeys({ key: { tenantId }, value }: Entry<IssuedKeys>): Promise<void> {
    const ids = value.map(({ digest }) => digest);
    await Promise.all(ids.map((id) => this.operations.remove({ tenantId, kind: 'client-auth-key', id })));
  }
}
