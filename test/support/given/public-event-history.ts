import { messageLog } from '../../../projections/message-log/projection.js';
import { publicEventIndex, publicEventKey } from '../../../projections/public-event-index/projection.js';
import { removedConversations } from '../../../projections/removed-conversation/projection.js';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import type { Position } from '../../../src/kernel/event.js';
import type { AnyProjection } from '../../../src/kernel/projection.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import { PublicEventHistory } from '../../../src/public-events/published/history.js';

const models: readonly AnyProjection[] = [publicEventIndex, messageLog, removedConversations];

/** A history whose read models hold what `project` was told to. */
class IndexedHistory extends PublicEventHistory {
  private end: Position = 0;

  override get indexed(): Position {
    return this.end;
  }

  /** Folds the log up to `until`, by default all of it. */
  async project(until: Position = Number.MAX_SAFE_INTEGER): Promise<void> {
    const { events, unreadable } = await this.log.readableAll(this.end, Number.MAX_SAFE_INTEGER);
    for (const { type, stream, version, position } of unreadable.filter((each) => each.position <= until)) {
      const doc = { type, stream, version, position, at: '' };
      const { tenantId } = parseStreamName(stream);
      const key = publicEventKey(position);
      await this.documents.commit([{ collection: publicEventIndex, tenantId, key, doc, position }], []);
    }
    for (const event of events.filter(({ meta }) => meta.position <= until)) {
      for (const collection of models) {
        const key = collection.events.includes(event.type) ? collection.key(event) : undefined;
        if (key === undefined) continue;
        const { tenantId, position } = event.meta;
        const doc = collection.evolve(await this.documents.reader(collection, tenantId).get(key), event);
        await this.documents.commit([{ collection, tenantId, key, doc, position }], []);
      }
    }
    this.end = Math.min(until, await this.log.head());
  }
}

/** A history whose read models hold the log up to `until`, by default nothing. */
export async function publicEventHistory(log: EventLog, until: Position = 0): Promise<IndexedHistory> {
  const documents = new SqliteDocumentStore(':memory:');
  await documents.prepare(models);
  const history = new IndexedHistory(log, documents, { position: 0 });
  if (until > 0) await history.project(until);
  return history;
}
