import type { Position } from '../../kernel/event.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { EventLog } from './event-log.js';
import type { EventPlace } from './tail/followed-event.js';

/** Kind of the entries in the operational store; the id is the name of the subscriber. */
export const CHECKPOINT = 'process';

/** Names the event by stream and version too, because a copy of the log has it at another position. */
interface Checkpoint {
  readonly log: number | undefined;
  readonly position: Position;
  readonly stream: string;
  readonly version: number;
}

/** The last event a subscriber with effects has handled, in the operational store: a rebuild of read models keeps it. */
export class SubscriptionCheckpoint {
  private knownIdentity: number | undefined;
  private readonly key;

  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly name: string,
  ) {
    this.key = { tenantId: NO_TENANT, kind: CHECKPOINT, id: name };
  }

  /** 0 before the first event was handled. @throws Error when the log lacks the event of the checkpoint */
  async position(): Promise<Position> {
    const checkpoint = (await this.operations.get<Checkpoint>(this.key))?.value;
    if (!checkpoint) return 0;
    if (checkpoint.log === (await this.identity())) return checkpoint.position;
    const { stream, version } = checkpoint;
    const [event] = await this.log.read(stream, { from: version, limit: 1 });
    if (event) return event.meta.position;
    throw new Error(`The checkpoint of ${this.name} is ${stream} ${version}, which is not in this log.`);
  }

  /** A crash of the machine may lose this; the events after the older checkpoint are then handled again. */
  async advance({ position, stream, version }: EventPlace): Promise<void> {
    const checkpoint: Checkpoint = { log: await this.identity(), position, stream, version };
    await this.operations.put(this.key, checkpoint, { relaxed: true });
  }

  private async identity(): Promise<number | undefined> {
    this.knownIdentity ??= await this.log.identity();
    return this.knownIdentity;
  }
}
