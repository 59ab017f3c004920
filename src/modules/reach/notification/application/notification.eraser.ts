import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { inConversation } from '../domain/notification.effect.js';
import { OutboxFiles } from './outbox-files.service.js';

/** Removes the notifications of a conversation: their decisions, outcomes and files. */
@Injectable()
export class NotificationEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(OutboxFiles) private readonly files: OutboxFiles,
  ) {}

  async eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    const prefix = inConversation(id);
    await removeEntries(this.operations, { tenantId, kind: 'effect', prefix });
    await removeEntries(this.operations, { tenantId, kind: 'expiry', prefix: `effect/${prefix}` });
    await removeEntries(this.operations, { tenantId, kind: 'notification-cause', prefix });
    await this.files.removeOf(tenantId, id);
  }
}
