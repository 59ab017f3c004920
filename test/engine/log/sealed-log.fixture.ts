import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { codecFor, type NewEvent, type Vocabulary } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { KeyEndings } from '../../../src/engine/log/sealing/key-endings.js';
import { streamName } from '../../../src/kernel/stream.js';
import { newEventMeta, TENANT } from '../../support/given/given.js';

export const TEXT = 'Meet me at noon';
export const stream = streamName('messageLog', TENANT, 'talk');
export const vocabulary: Vocabulary = {
  types: { Posted: 1, Deleted: 1, Counted: 1 },
  upcasters: {},
  sealed: {
    Posted: { personal: ['text', 'place.name'], subject: 'message' },
    Deleted: {
      personal: [],
      subject: 'conversation',
      ends: ({ sequence }: { readonly sequence: number }, conversationId) => [
        { kind: 'message', conversationId, sequence },
      ],
    },
    Counted: { personal: [], subject: 'conversation' },
  },
};
export const wrap = keyWrapOf(Buffer.alloc(32, 3));

/** Two stores, and processes on them. */
export class SealedStores {
  readonly store = new SqliteEventStore(':memory:');
  operations = new SqliteOperationalStore(':memory:');
  private readonly started: KeyEndings[] = [];

  /** One more process on the same stores, or on others. */
  process(on: ConstructorParameters<typeof EventLog>[0] = this.store, kept = this.operations) {
    const keys = new StoredDataKeys(kept, wrap);
    const log = new EventLog(on, codecFor(vocabulary, keys));
    const endings = new KeyEndings(log, kept, keys, vocabulary, (_, error) => {
      throw error;
    });
    this.started.push(endings);
    return { keys, log, endings };
  }

  async bodies(): Promise<readonly string[]> {
    return (await this.store.readAll(0, 100)).map(({ body }) => body);
  }

  async close(): Promise<void> {
    for (const endings of this.started) endings.close();
    await this.store.close();
    await this.operations.close();
  }
}

export const posted = (sequence: number, requestId?: string): NewEvent => ({
  type: 'Posted',
  data: { sequence, participantId: 'anna', text: TEXT, place: { name: 'Harbour', number: 3 } },
  meta: { ...newEventMeta(`posted-${sequence}`), ...(requestId !== undefined && { requestId }) },
});

export const deleted = (sequence: number): NewEvent => ({
  type: 'Deleted',
  data: { sequence },
  meta: newEventMeta(`deleted-${sequence}`),
});

export const read = (log: EventLog) => log.readAll(0, 100);
