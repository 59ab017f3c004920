import type { Position } from '../../kernel/event.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';
import type { EventLog } from './event-log.js';
import { KNOWN_LOG, type KnownLog } from './restored/known-log.js';
import { type Checkpoint, earlierOf, lastCommon } from './restored/last-common.js';
import type { EventPlace } from './tail/followed-event.js';

/** Kind of the entries in the operational store; the id is the name of the subscriber. */
const CHECKPOINT = 'process';
const MOST_SUBSCRIBERS = 100;

/** The checkpoints of all subscribers of the deployment. */
export const storedCheckpoints = (operations: OperationalStore): Promise<readonly Entry<Checkpoint>[]> =>
  operations.list<Checkpoint>(NO_TENANT, CHECKPOINT, '', MOST_SUBSCRIBERS);

/** The last event a subscriber with effects has handled, in the operational store: a rebuild of read models keeps it. */
export class SubscriptionCheckpoint {
  private knownIdentity: number | undefined;
  /** As it was read or written last. */
  private known: Checkpoint | undefined;
  private readonly key;

  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly name: string,
    /** Without a checkpoint it begins at the start of the log, also where effects begin later. */
    private readonly isRepeatable = false,
  ) {
    this.key = { tenantId: NO_TENANT, kind: CHECKPOINT, id: name };
  }

  /**
   * Position of the last event that both the log and the checkpoint have; 0 before the first event was handled.
   * @throws Error when the checkpoint belongs to another log
   */
  async position(): Promise<Position> {
    const checkpoint = (await this.operations.get<Checkpoint>(this.key))?.value;
    this.known = checkpoint;
    if (!checkpoint) return this.beginning();
    const { place, isForeign } = await lastCommon(this.log, checkpoint);
    if (!isForeign) return place?.position ?? 0;
    throw new Error(
      `The checkpoint of ${this.name} is ${checkpoint.stream} ${checkpoint.version}, which is not in this log.`,
    );
  }

  /** A crash of the machine may lose this; the events after the older checkpoint are then handled again. */
  async advance({ id, position, stream, version }: EventPlace): Promise<void> {
    const log = await this.identity();
    const earlier = earlierOf(this.known).filter((each) => each.position < position);
    const checkpoint: Checkpoint = { log, position, stream, version, id, ...(earlier.length > 0 && { earlier }) };
    await this.operations.put(this.key, checkpoint, { relaxed: true });
    this.known = checkpoint;
  }

  private async beginning(): Promise<Position> {
    if (this.isRepeatable) return 0;
    const known = await this.operations.get<KnownLog>(KNOWN_LOG);
    const from = known?.value.effectsFrom;
    return from ? ((await this.log.find(from))?.position ?? 0) : 0;
  }

  private async identity(): Promise<number | undefined> {
    this.knownIdentity ??= await this.log.identity();
    return this.knownIdentity;
  }
}
