import { innerId } from '../../kernel/stream.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { withdrawAnswersAbout, withdrawAnswersOf } from '../commands/remembered-answers.js';
import type { ErasedConversation, ErasedEvents, ErasedParticipant, ErasedUser, Eraser } from './eraser.js';

/** Removes the snapshot of a conversation's state, and withdraws the remembered answers of calls about a subject. */
export class EngineEraser implements Eraser {
  constructor(private readonly operations: OperationalStore) {}

  async eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    await this.removeSnapshot(tenantId, id);
    await withdrawAnswersOf(this.operations, tenantId, id);
  }

  async eraseParticipant({ tenantId, conversationId: key, id }: ErasedParticipant): Promise<void> {
    await this.removeSnapshot(tenantId, key);
    await withdrawAnswersAbout(this.operations, tenantId, { key });
    await withdrawAnswersAbout(this.operations, tenantId, { key, part: id });
  }

  eraseParticipantEvents({ tenantId, conversationId }: ErasedParticipant, events: ErasedEvents): Promise<void> {
    const posted = events.filter(({ type }) => type === 'MessagePosted');
    const ids = posted.map(({ data }) => (data as { readonly messageId: string }).messageId);
    return this.eraseMessages({ tenantId, id: conversationId }, ids);
  }

  async eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    await withdrawAnswersAbout(this.operations, tenantId, { key: innerId('', id) });
  }

  async eraseMessages({ tenantId, id: key }: ErasedConversation, messageIds: readonly string[]): Promise<void> {
    for (const part of messageIds) await withdrawAnswersAbout(this.operations, tenantId, { key, part });
  }

  private async removeSnapshot(tenantId: string, conversationId: string): Promise<void> {
    const key = { tenantId, kind: 'snapshot', id: `conversation-${conversationId}` };
    await this.operations.remove(key, undefined, { relaxed: true });
  }
}
