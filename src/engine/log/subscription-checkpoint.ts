import type { Position, Recorded } from '../../kernel/event.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { OperationalStore } from '../../ports/operational-store.js';
import type { EventLog } from './event-log.js';

/** In a copy of the log the same event stands at another position, so it is named by its stream too. */
interface Place {
  readonly log: number | undefined;
  readonly position: Position;
  readonly stream: string;
  readonly version: number;
}

/** How far a subscriber with effects has come, kept in the ledger: a rebuild of read models moves it nowhere. */
export class SubscriptionCheckpoint {
  private known: number | undefined;
  private readonly key;

  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly name: string,
  ) {
    this.key = { tenantId: NO_TENANT, kind: 'process', id: name };
  }

  /** 0 where it never was. */
  async position(): Promise<Position> {
    const place = (await this.operations.get<Place>(this.key))?.value;
    if (!place) return 0;
    if (place.log === (await this.identity())) return place.position;
    const [same] = await this.log.read(place.stream, { from: place.version, limit: 1 });
    if (same) return same.meta.position;
    throw new Error(
      `The checkpoint of ${this.name} names ${place.stream} version ${place.version}, which is not in this log.`,
    );
  }

  /** May be lost by a crash of the machine: then what was done is done again, under the same ids. */
  async reached({ meta: { position, stream, version } }: Recorded): Promise<void> {
    const place: Place = { log: await this.identity(), position, stream, version };
    await this.operations.put(this.key, place, { relaxed: true });
  }

  private async identity(): Promise<number | undefined> {
    this.known ??= await this.log.identity();
    return this.known;
  }
}
