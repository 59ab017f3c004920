import { Inject, Injectable } from '@nestjs/common';
import { isAssetKind } from '../../../../catalogue/assets.js';
import type { ErasedConversation, ErasedEvents, ErasedParticipant, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import type { Recorded } from '../../../../kernel/event.js';
import { innerId } from '../../../../kernel/stream.js';
import { ASSET_STORE, type AssetStore } from '../../../../ports/media/asset-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { MessagePosted } from '../../message/domain/message.events.js';

/** Removes the files of media messages and the records of their uploads. */
@Injectable()
export class AssetEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(ASSET_STORE) private readonly files: AssetStore,
  ) {}

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: 'asset-upload', prefix: innerId(id, '') });
  }

  async eraseParticipantEvents({ tenantId, conversationId }: ErasedParticipant, events: ErasedEvents): Promise<void> {
    await this.eraseEvents({ tenantId, id: conversationId }, events);
    for (const { type, data } of events) {
      if (type !== 'MessagePosted') continue;
      const id = innerId(conversationId, (data as MessagePosted['data']).messageId);
      await this.operations.remove({ tenantId, kind: 'asset-upload', id });
    }
  }

  async eraseEvents({ tenantId }: ErasedConversation, events: ErasedEvents): Promise<void> {
    for (const event of events) {
      if (event.type !== 'MessagePosted') continue;
      const { kind, messageId } = (event as Recorded<MessagePosted>).data;
      if (!isAssetKind(kind)) continue;
      for (const name of await this.files.names({ tenantId, messageId })) {
        await this.files.remove({ tenantId, messageId, name });
      }
    }
  }
}
