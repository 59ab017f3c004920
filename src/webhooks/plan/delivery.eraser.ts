import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation, ErasedEvents, Eraser } from '../../engine/erasure/eraser.js';
import { removeEntries } from '../../engine/erasure/remove-entries.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../ports/stores/operational-store.js';
import { newDeliveryId } from './delivery.js';

/** Removes the deliveries of a conversation and their queue. */
@Injectable()
export class DeliveryEraser implements Eraser {
  constructor(@Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore) {}

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: 'webhook-queue', prefix: `${id}/` });
  }

  async eraseEvents({ tenantId }: ErasedConversation, events: ErasedEvents): Promise<void> {
    const ids = events.map(({ meta }) => newDeliveryId(meta.at, meta.position));
    const remove = (id: string) =>
      this.operations.remove({ tenantId, kind: 'webhook-delivery', id }, undefined, { relaxed: true });
    await Promise.all(ids.map(remove));
  }
}
