import { Inject, Injectable } from '@nestjs/common';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { ErasedConversation, ErasedParticipant, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries, removeSome } from '../../../../engine/erasure/remove-entries.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { type About, inConversation } from '../domain/notification.effect.js';
import { OutboxFiles } from './outbox-files.service.js';
import { RefusedAddresses } from './refused-addresses.service.js';

/** Removes the notifications of a conversation: their decisions, outcomes and files, and what its participants refused. */
@Injectable()
export class NotificationEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(OutboxFiles) private readonly files: OutboxFiles,
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
  ) {}

  async eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    const prefix = inConversation(id);
    await removeEntries(this.operations, { tenantId, kind: 'effect', prefix });
    await removeEntries(this.operations, { tenantId, kind: 'expiry', prefix: `effect/${prefix}` });
    await removeEntries(this.operations, { tenantId, kind: 'notification-cause', prefix });
    await this.refused.forgetMails(tenantId, id);
    await this.files.removeOf(tenantId, id);
  }

  /** The decisions name participants by their ids alone. */
  async eraseParticipant({ tenantId, conversationId, id }: ErasedParticipant): Promise<void> {
    const effects = { tenantId, kind: 'effect', prefix: inConversation(conversationId) };
    const isTo = ({ value: { about } }: Entry<Effect<About>>) => about.participantId === id;
    await removeSome<Effect<About>>(this.operations, effects, isTo, ({ key }) =>
      this.operations.remove({ tenantId, kind: 'expiry', id: `effect/${key.id}` }, undefined, { relaxed: true }),
    );
    await this.files.removeTo(tenantId, conversationId, id);
    await this.refused.forgetMails(tenantId, conversationId, id);
  }
}
