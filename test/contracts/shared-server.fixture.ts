import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KurrentDBClient, START } from '@kurrent/kurrentdb-client';
import type { Connection } from '../../src/adapters/eventstoredb/connection.js';
import type { Position } from '../../src/kernel/event.js';

interface FakeRecord {
  readonly position: Position;
  readonly id: string;
  readonly isOurs: boolean;
}

type Filter = { readonly checkpointReached: (subscription: unknown, position: object) => Promise<void> };
type Asked = { readonly fromPosition: { readonly commit: bigint } | string; readonly filter?: Filter };

/** As the server gives it before the first record. */
const BEFORE_ALL = { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n };
const STREAM = `counter-${randomUUID()}_a`;
const place = (position: Position) => ({ commit: BigInt(position), prepare: BigInt(position) });

/** The reading half of the client, before a log in memory that others write too. */
export class FakeServer {
  readonly records: FakeRecord[] = [];
  /** Where each read and each subscription began. */
  readonly reads: Position[] = [];
  readonly searches: Position[] = [];
  /** A filtered read says nothing while it looks at more records than this. */
  quickRecords = 100;
  /** A subscription tells where it is after so many records … */
  checkpointRecords = 10;
  /** … and falls silent after so many, as often as `silences` says. */
  silentAfter = Number.POSITIVE_INFINITY;
  silences = 0;
  private end = 0;

  write(count: number, isOurs = false): void {
    for (let n = 0; n < count; n++) {
      this.end += 1_000;
      this.records.push({ position: this.end, id: randomUUID(), isOurs });
    }
  }

  get ours(): readonly Position[] {
    return this.records.filter(({ isOurs }) => isOurs).map(({ position }) => position);
  }

  connection(): Connection {
    const client = {
      readAll: (asked: Asked & { direction?: string; maxCount: number }) => this.readAll(asked),
      subscribeToAll: (asked: Asked) => this.subscribe(asked),
    } as unknown as KurrentDBClient;
    return { client: () => client, renew: () => {}, close: async () => {} };
  }

  private *after(asked: Asked, isInclusive: boolean): Generator<FakeRecord> {
    const from = typeof asked.fromPosition === 'string' ? 0 : Number(asked.fromPosition.commit);
    for (const record of this.records) {
      if (record.position > from || (isInclusive && record.position === from)) yield record;
    }
  }

  private async *readAll(asked: Asked & { direction?: string; maxCount: number }) {
    const isBackwards = asked.direction === 'backwards';
    if (asked.filter) this.reads.push(fromOf(asked));
    let [looked, found] = [0, 0];
    for (const record of isBackwards ? this.records.toReversed() : this.after(asked, true)) {
      if (found === asked.maxCount) return;
      if (asked.filter && ++looked > this.quickRecords) await new Promise(() => {});
      if (asked.filter && !record.isOurs) continue;
      found++;
      yield resolved(record);
    }
  }

  private subscribe(asked: Asked) {
    this.searches.push(fromOf(asked));
    const subscription = Object.assign(new PassThrough({ objectMode: true }), {
      unsubscribe: async () => void subscription.destroy(),
    });
    void this.feed(subscription, asked);
    return subscription;
  }

  private async feed(subscription: PassThrough, asked: Asked): Promise<void> {
    await nextTurn();
    await asked.filter?.checkpointReached(subscription, BEFORE_ALL);
    let looked = 0;
    for (const record of [...this.after(asked, false)]) {
      if (this.silences > 0 && looked === this.silentAfter) {
        this.silences--;
        return;
      }
      if (record.isOurs) subscription.write(resolved(record));
      if (++looked % this.checkpointRecords > 0) continue;
      await asked.filter?.checkpointReached(subscription, { ...place(record.position), prepare: 0n });
    }
    subscription.emit('caughtUp');
  }
}

const fromOf = ({ fromPosition }: Asked): Position =>
  fromPosition === START ? 0 : typeof fromPosition === 'string' ? -1 : Number(fromPosition.commit);

const resolved = ({ position, id }: FakeRecord) => ({
  event: { streamId: STREAM, revision: 0n, position: place(position), id, type: 'Counted', isJson: true, data: {} },
});
