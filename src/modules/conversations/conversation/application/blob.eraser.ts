import { Inject, Injectable } from '@nestjs/common';
import { isBlobNamed } from '../../../../../projections/blob-reference/reads.js';
import type { ErasedConversation, ErasedEvents, Eraser } from '../../../../engine/erasure/eraser.js';
import { plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { BLOBS, type Blobs } from '../../../../ports/stores/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import type { DataRef } from '../domain/conversation.events.js';
import { WRITTEN_MS } from './blob-checks.service.js';

/** Removes the large conversation_data of a conversation. */
@Injectable()
export class BlobEraser implements Eraser {
  constructor(
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    return this.blobs.removeOfConversation(tenantId, id);
  }

  /** Values of earlier versions, which several conversations may name. @throws StoreUnavailable while a value may be written whose event is not in the log yet */
  async eraseUnnamed({ tenantId }: ErasedConversation, events: ErasedEvents): Promise<void> {
    for (const digest of new Set(events.flatMap(({ data }) => digestIn(data as { data?: DataRef | null })))) {
      if (await isBlobNamed(this.documents, tenantId, digest)) continue;
      const isRemoved = await this.blobs.remove(tenantId, digest, plus(this.clock.now(), -WRITTEN_MS));
      if (!isRemoved) throw new StoreUnavailable(`The blob ${digest} may be in use: it is removed later.`);
    }
  }
}

const digestIn = ({ data }: { readonly data?: DataRef | null }): readonly string[] =>
  data && typeof data === 'object' && data.value === undefined ? [data.digest] : [];
