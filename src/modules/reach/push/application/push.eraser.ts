import { Inject, Injectable } from '@nestjs/common';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { ErasedConversation, ErasedParticipant, ErasedUser, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries, removeSome } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { type AboutPush, pushesIn, pushesOf } from '../domain/push.effect.js';

/** Removes the subscriptions of a client or user, and the pushes that are planned or were sent. */
@Injectable()
export class PushEraser implements Eraser {
  constructor(@Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore) {}

  async eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    await removeEntries(this.operations, { tenantId, kind: 'client-push-subscription', prefix: innerId(id, '') });
    await this.erasePushes(tenantId, pushesIn(id));
  }

  async eraseParticipant({ tenantId, conversationId, id }: ErasedParticipant): Promise<void> {
    const prefix = innerId(innerId(conversationId, id), '');
    await removeEntries(this.operations, { tenantId, kind: 'client-push-subscription', prefix });
    await this.erasePushes(tenantId, pushesIn(conversationId), ({ participantId }) => participantId === id);
  }

  eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: 'user-push-subscription', prefix: innerId(id, '') });
  }

  async eraseMessages({ tenantId, id }: ErasedConversation, messageIds: readonly string[]): Promise<void> {
    for (const messageId of messageIds) await this.erasePushes(tenantId, pushesOf(id, messageId));
  }

  private erasePushes(
    tenantId: string,
    prefix: string,
    isWanted: (about: AboutPush) => boolean = () => true,
  ): Promise<void> {
    return removeSome<Effect<AboutPush>>(
      this.operations,
      { tenantId, kind: 'effect', prefix },
      ({ value }) => isWanted(value.about),
      ({ key }: Entry) =>
        this.operations.remove({ tenantId, kind: 'expiry', id: `effect/${key.id}` }, undefined, { relaxed: true }),
    );
  }
}
