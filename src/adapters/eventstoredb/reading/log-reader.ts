import { setTimeout as sleep } from 'node:timers/promises';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { Position } from '../../../kernel/event.js';
import { type Stored, StoreUnavailable } from '../../../ports/stores/event-store.js';
import type { Connection } from '../connection.js';
import { PATIENCE, Silence, unavailable } from '../failures.js';
import type { LogPlaces, PlaceStore, ServerRecord } from './log-places.js';
import { PAUSES_MS, Page, readHead, readLog, readRecord, readSurely, type Span } from './reading.js';
import type { Namespace } from './records.js';
import { scan } from './scanning.js';

/** A read that is silent for this long is the server's search through events of others. */
const SEARCHING_MS = 500;
/** So slow a read was a search, too. Where it ended is found out, so that the next one starts there. */
const SLOW_MS = 100;
const HEAD_PAGE = 256;
/** A running search stores its progress each time it has passed this many bytes. */
const KEEP_AFTER_BYTES = 16 * 1024 * 1024;

/** Reads our events from a log that others may write too. No search passes the same records twice. */
export class LogReader {
  private loading: Promise<void> | undefined;
  private isSurveying = false;
  private isKeeping = false;

  constructor(
    private readonly connection: Connection,
    private readonly namespace: Namespace,
    private readonly deadlineMs: number,
    private readonly places: LogPlaces,
    private readonly store?: PlaceStore,
  ) {}

  /** The events after a position. The deadline counts from the last progress. @throws StoreUnavailable */
  async page(
    { start, after, limit }: Span,
    deadline = performance.now() + this.deadlineMs,
  ): Promise<readonly Stored[]> {
    await this.loaded();
    const page = new Page(limit);
    let until = deadline;
    let isSearch = false;
    for (let attempt = 0; ; ) {
      const client = this.connection.client();
      const silenceMs = Math.min(this.deadlineMs * PATIENCE, until - performance.now());
      let hasProgress = false;
      const progress = () => {
        hasProgress = true;
      };
      try {
        if (isSearch) await this.search(client, page, after, silenceMs, progress);
        else return await this.read(client, { start, after, limit }, silenceMs);
        return page.events;
      } catch (error) {
        if (error instanceof StoreUnavailable || error instanceof RangeError) throw error;
        if (hasProgress) [until, attempt] = [performance.now() + this.deadlineMs, 0];
        if (error instanceof Silence && !isSearch && canSearch({ start, after })) {
          isSearch = true;
          continue;
        }
        this.connection.renew(client, error);
        const pause = PAUSES_MS[attempt++];
        if (pause === undefined || performance.now() + pause >= until) throw unavailable('Reading', error);
        await sleep(pause);
      }
    }
  }

  /** @throws StoreUnavailable */
  async head(): Promise<Position> {
    await this.loaded();
    let deadline: number | undefined = performance.now() + this.deadlineMs;
    for (let isFirst = true; ; isFirst = false) {
      if (!(isFirst && this.places.isEndWide) && (await this.isFoundFromEnd())) return this.places.newest;
      const { newest } = this.places;
      const page = await this.page({ start: newest, after: newest, limit: HEAD_PAGE }, deadline);
      if (page.length === 0) return this.places.newest;
      deadline = undefined;
    }
  }

  /** False when many events of others follow the newest of ours. */
  private isFoundFromEnd(): Promise<boolean> {
    const patienceMs = this.places.newest > 0 ? SEARCHING_MS : Number.POSITIVE_INFINITY;
    return readSurely(this.connection, this.deadlineMs, async (client, silenceMs) => {
      const beganMs = performance.now();
      try {
        const newest = await readHead(client, this.namespace, Math.min(silenceMs, patienceMs));
        if (newest > 0) this.places.saw(newest);
        this.surveyIfSlow(beganMs, this.places.newest);
        return true;
      } catch (error) {
        if (error instanceof Silence) return false;
        throw error;
      }
    });
  }

  private async read(client: KurrentDBClient, span: Span, silenceMs: number): Promise<readonly Stored[]> {
    const beganMs = performance.now();
    const start = Math.max(this.places.searchedTo(span.after), span.start);
    const patienceMs = canSearch(span) ? Math.min(silenceMs, SEARCHING_MS) : silenceMs;
    const found = await readLog(client, this.namespace, { ...span, start }, patienceMs);
    for (const { position } of found) this.places.saw(position);
    if (found.length <= 1) this.surveyIfSlow(beganMs, span.after);
    return found;
  }

  /** Adds to the page what comes after `after`, from where an earlier attempt ended. */
  private async search(
    client: KurrentDBClient,
    page: Page,
    after: Position,
    silenceMs: number,
    progress: () => void,
  ): Promise<void> {
    const { namespace, places } = this;
    const last = () => page.events.at(-1)?.position ?? after;
    await scan({
      client,
      namespace,
      from: places.searchedTo(last()),
      silenceMs,
      event: (event) => {
        progress();
        if (event.position <= last()) return true;
        places.saw(event.position);
        return page.add(event);
      },
      passed: (position) => {
        progress();
        places.noteNone(last(), position);
        void this.keep(KEEP_AFTER_BYTES);
      },
    });
    void this.keep();
  }

  /** Finds out in the background where the next search behind `after` begins. */
  private surveyIfSlow(beganMs: number, after: Position): void {
    if (this.isSurveying || performance.now() - beganMs < SLOW_MS) return;
    this.isSurveying = true;
    const done = () => {
      this.isSurveying = false;
    };
    this.search(this.connection.client(), new Page(1), after, this.deadlineMs * PATIENCE, () => {}).then(done, done);
  }

  /** Findings of an earlier process, as far as the log is still the same. */
  private loaded(): Promise<void> {
    this.loading ??= this.load().catch(() => {});
    return this.loading;
  }

  private async load(): Promise<void> {
    const { begin, end } = (await this.store?.load()) ?? {};
    const isUnchanged = async (record: ServerRecord) => (await this.recordAt(record.position))?.id === record.id;
    if (begin && (await isUnchanged(begin))) this.places.restore({ begin });
    if (end && (await isUnchanged(end))) this.places.restore({ end });
  }

  private async keep(bytes?: number): Promise<void> {
    const { store } = this;
    const known = store && !this.isKeeping ? this.places.toKeep(bytes) : undefined;
    if (!store || !known) return;
    this.isKeeping = true;
    try {
      const [begin, end] = [await this.recordAt(known.begin), await this.recordAt(known.end)];
      await store.keep({ ...(begin && { begin }), ...(end && { end: { ...end, newest: known.newest } }) });
    } catch {
      // A later process searches again.
    } finally {
      this.isKeeping = false;
    }
  }

  private recordAt(position: Position): Promise<ServerRecord | undefined> {
    if (position === 0) return Promise.resolve(undefined);
    return readRecord(this.connection.client(), position, this.deadlineMs * PATIENCE);
  }
}

/** A subscription can begin at the start of the log and after a record, but not right before one. */
const canSearch = ({ start, after }: Pick<Span, 'start' | 'after'>): boolean => start === after;
