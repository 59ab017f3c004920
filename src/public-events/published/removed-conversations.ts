import { removedAmong } from '../../../projections/removed-conversation/reads.js';
import type { Position, Recorded } from '../../kernel/event.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import { type PublishedEvent, toPublishedEvent } from './published-event.js';

/** Where deletions are looked up: the read models, complete up to a position. */
export interface DeletionSource {
  readonly documents: DocumentStore;
  readonly indexed: Position;
}

type Place = Pick<PublishedEvent, 'tenantId' | 'conversationId'>;

const idOf = ({ tenantId, conversationId }: Place): string => `${tenantId}/${conversationId}`;

/** The conversations of a page of events that are removed by now. */
export class RemovedConversations {
  private removed = new Set<string>();

  constructor(private readonly source: DeletionSource) {}

  /**
   * Looks up the conversations of a page of events; forgets the page before. Events newer than the read models are
   * skipped.
   */
  async load(events: readonly Recorded[]): Promise<void> {
    const { indexed, documents } = this.source;
    const byId = new Map<string, Place>();
    for (const event of events) {
      const published = event.meta.position <= indexed ? toPublishedEvent(event) : undefined;
      if (published) byId.set(idOf(published), published);
    }
    this.removed = new Set();
    for (const [tenantId, places] of Map.groupBy(byId.values(), (place) => place.tenantId)) {
      const ids = places.map(({ conversationId }) => conversationId);
      for (const conversationId of await removedAmong(documents, tenantId, ids)) {
        this.removed.add(idOf({ tenantId, conversationId }));
      }
    }
  }

  has(published: Place): boolean {
    return this.removed.size > 0 && this.removed.has(idOf(published));
  }
}
