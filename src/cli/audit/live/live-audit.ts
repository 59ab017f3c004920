import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../../engine/log/event-log.js';
import { checkpointName } from '../../../engine/read-models/checkpoints.js';
import { equal } from '../../../kernel/equal.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { ReadableDocuments } from '../../../ports/stores/readable-documents.js';
import type { Progress } from '../../shared/progress.js';
import { type DocumentPlace, ModelFold, placeId, type Until } from './model-fold.js';

const PAGE = 500;
const PAGE_BYTES = 8_388_608;
/** Behind every key. */
const LAST_KEY = '\u{10ffff}';
const ROUNDS = 4;
const ROUND_MS = 500;
/** How long the read models may take to reach what was folded. */
const PATIENCE_MS = 60_000;
/** Documents that are looked at again. */
const MOST = 100_000;

export interface Difference extends DocumentPlace {
  readonly is: 'different' | 'missing' | 'too many' | 'not comparable';
  readonly stored?: unknown;
  readonly expected?: unknown;
  readonly error?: string;
}

/** The documents of a read model as the log makes them, as JSON returns them. */
const asStored = (doc: unknown): unknown => (doc === undefined ? undefined : JSON.parse(JSON.stringify(doc)));

export class TooManyDifferences extends Error {}

/**
 * Folds the log up to the checkpoint of each read model, and compares the documents while a service writes on. A document
 * that differs is looked at again: it must equal one of the states that the log gives it meanwhile.
 */
export class LiveAudit {
  readonly documents = new Map<AnyProjection, number>();
  private readonly fold: ModelFold;
  private readonly suspects = new Map<string, DocumentPlace>();

  constructor(
    private readonly log: EventLog,
    private readonly store: ReadableDocuments,
    private readonly projections: readonly AnyProjection[],
    folder: string,
    private readonly progress: Progress,
    head: number,
  ) {
    this.fold = new ModelFold(log, projections, folder, (at) => progress('Folding', at, Math.max(at, head)));
  }

  get events(): number {
    return this.fold.events;
  }

  /** The documents that differ from the log. @throws TooManyDifferences, UnknownEvent, StoreUnavailable */
  async run(): Promise<readonly Difference[]> {
    await this.fold.to(await this.checkpoints());
    for (const projection of this.projections) {
      this.documents.set(projection, 0);
      for (const tenantId of this.fold.tenants) {
        if (!this.fold.erasing.has(tenantId)) await this.compare(projection, tenantId);
      }
    }
    for (const { place } of this.fold.failed.values()) this.suspect(place);
    return this.settled();
  }

  /** Compares these documents alone. */
  again(places: readonly DocumentPlace[]): Promise<readonly Difference[]> {
    for (const place of places) this.suspects.set(placeId(place), place);
    return this.settled();
  }

  close(): void {
    this.fold.close();
  }

  private async checkpoints(): Promise<Until> {
    const positions = new Map<AnyProjection, number>();
    for (const each of this.projections) positions.set(each, await this.store.checkpoint(checkpointName(each)));
    return positions;
  }

  private async compare(projection: AnyProjection, tenantId: string): Promise<void> {
    const reader = this.store.reader<unknown>(projection, tenantId);
    for (let after = ''; ; ) {
      const page = await reader.find({ limit: PAGE, bytes: PAGE_BYTES, ...(after && { after: { key: after } }) });
      await this.fold.to(await this.checkpoints());
      const through = page.hasMore ? (page.keys.at(-1) ?? LAST_KEY) : LAST_KEY;
      const stored = new Map(page.keys.map((key, i) => [key, page.docs[i]]));
      for (let from = after; ; ) {
        const expected = this.fold.between(projection, tenantId, from, through, PAGE);
        for (const { key, doc } of expected) {
          if (!stored.has(key) || !equal(stored.get(key), doc)) this.suspect({ projection, tenantId, key });
          stored.delete(key);
        }
        const last = expected.at(-1);
        if (expected.length < PAGE || !last) break;
        from = last.key;
      }
      for (const key of stored.keys()) this.suspect({ projection, tenantId, key });
      this.documents.set(projection, (this.documents.get(projection) ?? 0) + page.keys.length);
      this.progress(`Comparing ${projection.name}`, this.documents.get(projection) ?? 0);
      if (!page.hasMore || page.keys.length === 0) return;
      after = through;
    }
  }

  private suspect(place: DocumentPlace): void {
    this.suspects.set(placeId(place), place);
    if (this.suspects.size > MOST) throw new TooManyDifferences(`More than ${MOST} documents differ.`);
  }

  private async settled(): Promise<readonly Difference[]> {
    let found: readonly Difference[] = [];
    for (let round = 0; this.suspects.size > 0 && round < ROUNDS; round++) {
      if (round > 0) await pause(ROUND_MS);
      found = await this.lookAgain();
    }
    const differences = this.suspects.size > 0 ? found : [];
    this.suspects.clear();
    return differences;
  }

  /**
   * A stored document is the state after some event up to the end of the log. So each is read between two positions, and
   * compared with every state that it has from the first to the second.
   */
  private async lookAgain(): Promise<readonly Difference[]> {
    const from = await this.levelled();
    if (!from) return [...this.suspects.values()].map((place) => ({ ...place, is: 'not comparable', error: BEHIND }));
    await this.fold.to(from);
    const expected = new Map([...this.suspects].map(([id, place]) => [id, asStored(this.fold.doc(place))]));
    const stored = await this.readSuspects();
    const clear = (id: string, doc: unknown) => {
      if (!this.fold.failed.has(id) && equal(stored.get(id), asStored(doc))) this.suspects.delete(id);
    };
    for (const [id, doc] of expected) clear(id, doc);
    const head = await this.log.head();
    await this.fold.to(new Map(this.projections.map((each) => [each, head])), (place, doc) => {
      const id = placeId(place);
      if (this.suspects.has(id)) clear(id, doc);
    });
    for (const [id, { tenantId }] of this.suspects) if (this.fold.erasing.has(tenantId)) this.suspects.delete(id);
    return [...this.suspects].map(([id, place]) => this.difference(place, id, stored.get(id), expected.get(id)));
  }

  private difference(place: DocumentPlace, id: string, stored: unknown, expected: unknown): Difference {
    const failed = this.fold.failed.get(id);
    if (failed) return { ...place, is: 'not comparable', error: failed.error };
    const is = stored === undefined ? 'missing' : expected === undefined ? 'too many' : 'different';
    return { ...place, is, stored, expected };
  }

  private async readSuspects(): Promise<ReadonlyMap<string, unknown>> {
    const stored = new Map<string, unknown>();
    for (const [id, { projection, tenantId, key }] of this.suspects) {
      const doc = await this.store.reader<unknown>(projection, tenantId).get(key);
      if (doc !== undefined) stored.set(id, doc);
    }
    return stored;
  }

  /** Checkpoints that have reached what was folded; undefined where they do not within a time. */
  private async levelled(): Promise<Until | undefined> {
    const goal = this.fold.through;
    for (const late = performance.now() + PATIENCE_MS; performance.now() < late; await pause(ROUND_MS / 10)) {
      const now = await this.checkpoints();
      if ([...now.values()].every((position) => position >= goal)) return now;
    }
    return undefined;
  }
}

const BEHIND = 'The read model does not reach the end of the log.';
