import { createHash } from 'node:crypto';
import { operationalRetention } from '../../catalogue/retention.js';
import { DAY, plus } from '../../kernel/instant.js';
import type { SnapshotFormat } from '../../kernel/snapshot.js';
import { parseStreamName } from '../../kernel/stream.js';
import type { Clock } from '../../ports/process/clock.js';
import type { OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import type { FoldedStream } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';

/** Events after which the state of a stream is kept, and kept again. */
export const SNAPSHOT_EVENTS = 500;
/** Bounds of a state, in memory and as JSON. A larger one is folded from the log, whose length it is in proportion to. */
const MOST_BYTES = 8_388_608;
const MOST_CHARACTERS = 1_048_576;
const KIND = 'snapshot';
const KEPT_MS = operationalRetention[KIND].days * DAY;

/** `digest` is of `state`; `eventId` is the event at `version` of the log it was folded from. */
interface Snapshot {
  readonly fold: string;
  readonly version: number;
  readonly eventId: string;
  readonly digest: string;
  readonly state: string;
}

/** A snapshot as it was found in the log. */
export type KnownState = FoldedStream<unknown>;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function keyOf(stream: string): OperationalKey {
  const { tenantId, category, id } = parseStreamName(stream);
  return { tenantId, kind: KIND, id: `${category}-${id}` };
}

/**
 * States of long streams in the operational store. The log has precedence over a snapshot. A snapshot is ignored if it
 * is damaged, of another fold, or of an event that the log does not have. Then the stream is folded from its start.
 */
export class Snapshots {
  private readonly writing = new Set<string>();

  /** `types`: schema versions of all events. A raised one makes another fold. */
  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly formats: ReadonlyMap<string, SnapshotFormat>,
    private readonly types: Readonly<Record<string, number>>,
  ) {}

  /** Whether states of the stream are kept. */
  keeps(stream: string): boolean {
    return this.formats.has(parseStreamName(stream).category);
  }

  async read(stream: string): Promise<KnownState | undefined> {
    const format = this.formatOf(stream);
    if (!format) return undefined;
    try {
      const entry = await this.operations.get<Snapshot>(keyOf(stream));
      return entry && (await this.known(stream, format, entry.value));
    } catch {
      return undefined;
    }
  }

  /** Lazily: the state may be lost, and a failure changes nothing. `bytes`: those of the state in memory. */
  write(stream: string, { state, version }: KnownState, eventId: string, bytes: number): void {
    const format = this.formatOf(stream);
    if (!format || bytes > MOST_BYTES || this.writing.has(stream)) return;
    const json = JSON.stringify(format.write(state));
    if (json === undefined || json.length > MOST_CHARACTERS) return;
    const snapshot: Snapshot = { fold: this.foldOf(format), version, eventId, digest: digestOf(json), state: json };
    const options = { due: plus(this.clock.now(), KEPT_MS), relaxed: true } as const;
    this.writing.add(stream);
    void this.operations
      .put(keyOf(stream), snapshot, options)
      .catch(() => {})
      .finally(() => this.writing.delete(stream));
  }

  private async known(stream: string, format: SnapshotFormat, kept: Snapshot): Promise<KnownState | undefined> {
    if (kept.fold !== this.foldOf(format) || kept.digest !== digestOf(kept.state)) return undefined;
    const [event] = await this.log.read(stream, { from: kept.version, limit: 1 });
    if (event?.meta.id !== kept.eventId || event.meta.version !== kept.version) return undefined;
    const { version, position, at } = event.meta;
    return { state: format.read(JSON.parse(kept.state)), version, position, at };
  }

  private formatOf(stream: string): SnapshotFormat | undefined {
    return this.formats.get(parseStreamName(stream).category);
  }

  private foldOf({ version }: SnapshotFormat): string {
    return digestOf(JSON.stringify([version, this.types]));
  }
}
