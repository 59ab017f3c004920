import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { answersOf } from '../commands/remembered-answers.js';
import type { ErasedConversation, Eraser } from './eraser.js';
import { removeEntries } from './remove-entries.js';

/** Removes the snapshot of a conversation's state and the remembered answers of its calls. */
export class EngineEraser implements Eraser {
  constructor(private readonly operations: OperationalStore) {}

  async eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    await this.operations.remove({ tenantId, kind: 'snapshot', id: `conversation-${id}` }, undefined, {
      relaxed: true,
    });
    await removeEntries<string>(this.operations, { tenantId, kind: 'idempotency-of', prefix: answersOf(id) }, (entry) =>
      this.operations.remove({ tenantId, kind: 'idempotency', id: entry.value }, undefined, { relaxed: true }),
    );
  }
}
