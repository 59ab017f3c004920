import type { DatabaseSync } from 'node:sqlite';
import type { Loop } from '../../../fairness/loop.js';
import type { Position } from '../../../kernel/event.js';
import { parseStreamName, type StreamVersion } from '../../../kernel/stream.js';
import {
  type EventStore,
  type NewStored,
  type ReadOptions,
  type Stored,
  StoreUnavailable,
  type Tail,
} from '../../../ports/stores/event-store.js';
import { isIoFailure } from '../errors.js';
import { openDatabase } from '../open.js';
import { type Reads, reading } from '../reads.js';
import { available } from '../unavailable.js';
import { type EventReader, eventReader } from './event-reader.js';
import { prepareEventSchema } from './event-schema.js';
import { type LogTail, logTail } from './event-tail.js';
import { type Append, type EventWriter, eventWriter, type Written } from './event-writer.js';

/** A transaction blocks the event loop; more than this waits for the next one. */
const LARGEST_BATCH = 512;
const EX_SOFTWARE = 70;
const UNREADABLE = 'The event log could not be read';

export interface SqliteEventStoreOptions {
  /** Called when the disk failed and the state of the file is uncertain. Default: the process ends with code 70. */
  readonly onFatal?: (error: unknown) => void;
  /** Default: a read never waits. */
  readonly loop?: Loop;
}

interface Waiting extends Append {
  readonly resolve: (stored: readonly Stored[]) => void;
  readonly reject: (error: Error) => void;
}

/** The log in one file. Events that are appended while the process is busy are committed together, with one fsync. */
export class SqliteEventStore implements EventStore {
  readonly exclusive = true;
  readonly judgesConditions = true;
  protected readonly db: DatabaseSync;
  private readonly reader: EventReader;
  private readonly reads: Reads;
  private readonly loop: Loop | undefined;
  private readonly writer: EventWriter;
  private readonly onFatal: (error: unknown) => void;
  private readonly tails = new Set<LogTail>();
  private queue: Waiting[] = [];
  private flushing = false;
  private waking = false;
  /** Why nothing can be appended any more. */
  private over: StoreUnavailable | undefined;
  private written = 0;

  constructor(path: string, options: SqliteEventStoreOptions = {}) {
    this.db = openDatabase(path, { synchronous: 'FULL', owned: true, prepare: prepareEventSchema });
    this.reader = eventReader(this.db);
    this.loop = options.loop;
    this.reads = reading(UNREADABLE, options.loop);
    this.writer = eventWriter(this.db, this.reader);
    this.onFatal = options.onFatal ?? endProcess;
  }

  /** How many transactions have written events since the start. */
  get commits(): number {
    return this.written;
  }

  append(
    stream: string,
    expected: number,
    events: readonly NewStored[],
    given: readonly StreamVersion[] = [],
  ): Promise<readonly Stored[]> {
    return new Promise((resolve, reject) => {
      if (events.length === 0) throw new TypeError(`The append to ${stream} has no events.`);
      if (this.over) throw this.over;
      this.queue.push({ stream, expected, events, given, resolve, reject });
      this.scheduleFlush();
    });
  }

  read(stream: string, options: ReadOptions): Promise<readonly Stored[]> {
    return this.reads(() => this.reader.stream(stream, options), parseStreamName(stream).tenantId);
  }

  readAll(after: Position, limit: number): Promise<readonly Stored[]> {
    return this.reads(() => this.reader.all(after, limit));
  }

  async head(): Promise<Position> {
    return this.writer.head;
  }

  tail(
    after: Position,
    handle: (events: readonly Stored[]) => Promise<void> | void,
    failed: (error: unknown) => void,
  ): Tail {
    const page = (from: Position, limit: number) => available(UNREADABLE, () => this.reader.all(from, limit));
    const ended = (ending: LogTail) => this.tails.delete(ending);
    const tail = logTail({ after, page, handle, failed, ended, loop: this.loop });
    this.tails.add(tail);
    queueMicrotask(tail.wake);
    return tail;
  }

  async close(): Promise<void> {
    if (!this.db.isOpen) return;
    for (const tail of this.tails) tail.close();
    while (this.queue.length > 0) this.flush();
    this.over ??= new StoreUnavailable('The event log is closed.');
    this.db.close();
  }

  private scheduleFlush(): void {
    if (this.flushing) return;
    this.flushing = true;
    setImmediate(() => {
      this.flushing = false;
      this.flush();
      if (this.queue.length > 0) this.scheduleFlush();
    });
  }

  private flush(): void {
    if (this.queue.length === 0) return;
    const batch = this.queue.splice(0, LARGEST_BATCH);
    try {
      this.answer(batch, this.writer.write(batch));
    } catch (error) {
      this.refuse(batch, error);
    }
  }

  private answer(batch: readonly Waiting[], { verdicts, events }: Written): void {
    for (const tail of this.tails) tail.offer(events);
    for (const [i, verdict] of verdicts.entries()) {
      if (verdict instanceof Error) batch[i]?.reject(verdict);
      else batch[i]?.resolve(verdict);
    }
    if (events.length === 0) return;
    this.written++;
    this.scheduleWaking();
  }

  /** After everything that waits for the answers has run, which a microtask's tick does, and before the next input. */
  private scheduleWaking(): void {
    if (this.waking) return;
    this.waking = true;
    queueMicrotask(() =>
      process.nextTick(() => {
        this.waking = false;
        for (const tail of this.tails) tail.wake();
      }),
    );
  }

  private refuse(batch: readonly Waiting[], cause: unknown): void {
    const refusal = new StoreUnavailable(`Writing to the event log failed: ${message(cause)}`, { cause });
    for (const { reject } of batch) reject(refusal);
    if (!isIoFailure(cause)) return;
    this.over = refusal;
    for (const { reject } of this.queue.splice(0)) reject(refusal);
    for (const tail of this.tails) tail.fail(refusal);
    this.onFatal(cause);
  }
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function endProcess(error: unknown): void {
  process.stderr.write(`The disk of the event log failed; the process exits: ${message(error)}\n`);
  process.exit(EX_SOFTWARE);
}
