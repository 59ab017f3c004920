import type { EndedSubject, Position, Recorded } from '../../../kernel/event.js';
import { parseStreamName } from '../../../kernel/stream.js';
import type { DataKeys } from '../../../ports/stores/data-keys.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { codecFor, type Vocabulary } from '../codec.js';
import type { EventLog } from '../event-log.js';
import { type Subscription, subscribe } from '../subscription.js';
import { SubscriptionCheckpoint } from '../subscription-checkpoint.js';
import { type EventPlace, placeOf } from '../tail/followed-event.js';
import { SEALED_STAYS } from './no-keys.js';

const NAME = 'data-keys';
const PAGE = 1_000;
const REST_MS = 5_000;

interface Ending {
  readonly tenantId: string;
  readonly subjects: readonly EndedSubject[];
}

/**
 * Ends keys as the log says, in every process. At the start it ends those that an older operational store brought back.
 * Then it follows the log, so that no memory keeps keys that another process ended.
 */
export class KeyEndings {
  private readonly types: ReadonlySet<string>;
  private readonly checkpoint: SubscriptionCheckpoint;
  private readonly sealed;
  private readonly closed;
  private subscription: Subscription | undefined;
  private reached: EventPlace | undefined;
  private rest: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: EventLog,
    operations: OperationalStore,
    private readonly keys: Pick<DataKeys, 'end' | 'forgetAll'>,
    vocabulary: Vocabulary,
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.sealed = vocabulary.sealed ?? {};
    this.types = new Set(Object.keys(this.sealed).filter((type) => this.sealed[type]?.ends));
    this.closed = codecFor(vocabulary, SEALED_STAYS);
    this.checkpoint = new SubscriptionCheckpoint(log, operations, NAME, true);
  }

  /** Resolves when every key is ended that the log says is. Nothing is served before. */
  async start(): Promise<void> {
    this.close();
    await this.catchUp();
    const subscriber = {
      name: NAME,
      types: [...this.types],
      from: () => this.from(),
      handle: (events: readonly Recorded[]) => this.end(events),
      reached: (last: EventPlace) => this.advanceLater(last),
      unknown: () => {},
    };
    this.subscription = subscribe(this.log, subscriber, this.failed);
  }

  close(): void {
    clearTimeout(this.rest);
    this.rest = undefined;
    this.subscription?.close();
    this.subscription = undefined;
  }

  /** The log is read as it is stored; only events that end keys are decoded. */
  private async catchUp(): Promise<void> {
    let last: Stored | undefined;
    for (let after = await this.checkpoint.position(); ; after = last.position) {
      const page = await this.log.storedAll(after, PAGE);
      last = page.at(-1) ?? last;
      if (page.length === 0 || !last) break;
      await this.end(page.filter(({ type }) => this.types.has(type)).flatMap((stored) => this.decoded(stored)));
    }
    if (last) await this.checkpoint.advance(placeOf(last));
  }

  /** The store has every ending before the checkpoint, also those of other processes. */
  private async from(): Promise<Position> {
    const position = await this.checkpoint.position();
    this.keys.forgetAll();
    this.log.forgetOpened();
    return position;
  }

  private async end(events: readonly Recorded[]): Promise<void> {
    const endings = events.map((event) => this.endingOf(event)).filter(({ subjects }) => subjects.length > 0);
    if (endings.length === 0) return;
    for (const [tenantId, some] of Map.groupBy(endings, ({ tenantId }) => tenantId)) {
      await this.keys.end(
        tenantId,
        some.flatMap(({ subjects }) => subjects),
      );
    }
    this.log.forgetOpened();
  }

  private endingOf({ type, data, meta }: Recorded): Ending {
    const { tenantId, id } = parseStreamName(meta.stream);
    return { tenantId, subjects: this.sealed[type]?.ends?.(data as never, id) ?? [] };
  }

  /** A damaged event, or one of a newer version, ends nothing. */
  private decoded(stored: Stored): readonly Recorded[] {
    try {
      return [this.closed.decode(stored)];
    } catch {
      return [];
    }
  }

  private advanceLater(last: EventPlace): void {
    this.reached = last;
    this.rest ??= setTimeout(() => {
      this.rest = undefined;
      if (this.reached) this.checkpoint.advance(this.reached).catch((error) => this.failed(NAME, error));
    }, REST_MS).unref();
  }
}
