import type { DatabaseSync } from 'node:sqlite';
import type { Loop } from '../../../fairness/loop.js';
import type { Position } from '../../../kernel/event.js';
import { parseStreamName, type StreamVersion } from '../../../kernel/stream.js';
import {
  type EventStore,
  type NewStored,
  type ReadOptions,
  type Stored,
  type Tail,
} from '../../../ports/stores/event-store.js';
import { GroupCommit } from '../group-commit.js';
import { MEMORY, openDatabase } from '../open.js';
import { type Reads, reading } from '../reads.js';
import { available } from '../unavailable.js';
import { type EventReader, eventReader } from './event-reader.js';
import { prepareEventSchema } from './event-schema.js';
import { type LogTail, logTail } from './event-tail.js';
import { type Append, type EventWriter, eventWriter, type Verdict } from './event-writer.js';

/** 64 MiB: commits move the write-ahead log into the file only where the thread that does it falls behind. */
const CHECKPOINT_PAGES = 16_384;
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

/** The log in one file. It shows an event, to readers and in answers, once that is durable. */
export class SqliteEventStore implements EventStore {
  readonly exclusive = true;
  readonly judgesConditions = true;
  protected readonly db: DatabaseSync;
  private readonly reader: EventReader;
  private readonly reads: Reads;
  private readonly loop: Loop | undefined;
  private readonly writer: EventWriter;
  private readonly tails = new Set<LogTail>();
  private readonly commit: GroupCommit<Waiting>;
  private waking = false;
  /** Position of the newest durable event. */
  private durable: Position;
  private written = 0;

  constructor(path: string, { onFatal, loop }: SqliteEventStoreOptions = {}) {
    this.db = openDatabase(path, {
      synchronous: 'NORMAL',
      owned: true,
      checkpointPages: CHECKPOINT_PAGES,
      prepare: prepareEventSchema,
    });
    this.reader = eventReader(this.db, () => this.durable);
    this.loop = loop;
    this.reads = reading(UNREADABLE, loop);
    this.writer = eventWriter(this.db, this.reader);
    this.durable = this.writer.head;
    this.commit = new GroupCommit<Waiting>({
      path: path === MEMORY ? undefined : path,
      name: 'event log',
      write: (batch) => this.write(batch),
      ended: (refusal) => {
        for (const tail of this.tails) tail.fail(refusal);
      },
      onFatal,
    });
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
      this.commit.add({ stream, expected, events, given, resolve, reject });
    });
  }

  read(stream: string, options: ReadOptions): Promise<readonly Stored[]> {
    return this.reads(() => this.reader.stream(stream, options), parseStreamName(stream).tenantId);
  }

  readAll(after: Position, limit: number): Promise<readonly Stored[]> {
    return this.reads(() => this.reader.all(after, limit));
  }

  async head(): Promise<Position> {
    return this.durable;
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
    for (const tail of this.tails) tail.close();
    await this.commit.close();
    if (this.db.isOpen) this.db.close();
  }

  private write(batch: readonly Waiting[]) {
    const { verdicts, events } = this.writer.write(batch);
    const answer = () => {
      this.durable = this.writer.head;
      for (const tail of this.tails) tail.offer(events);
      for (const [i, verdict] of verdicts.entries()) answerOne(batch[i], verdict);
      if (events.length === 0) return;
      this.written++;
      this.scheduleWaking();
    };
    return { toSync: events.length > 0, answer };
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
}

function answerOne(waiting: Waiting | undefined, verdict: Verdict): void {
  if (verdict instanceof Error) waiting?.reject(verdict);
  else waiting?.resolve(verdict);
}
