import { ScratchDocuments } from '../../../adapters/sqlite/scratch-documents.js';
import type { EventLog } from '../../../engine/log/event-log.js';
import { checkpointName } from '../../../engine/read-models/checkpoints.js';
import { erasedDocuments } from '../../../engine/read-models/erased-documents.js';
import { isSkipped, readSkips } from '../../../engine/read-models/parked/skips.js';
import { isErasure, isTenantErasure } from '../../../kernel/erasure.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import { sizeOf } from '../../../lib/size-of.js';

const PAGE = 1_000;
/** Estimated bytes of documents in memory before they go into the scratch file. */
const IN_MEMORY = 67_108_864;

export interface DocumentPlace {
  readonly projection: AnyProjection;
  readonly tenantId: string;
  readonly key: string;
}

/** How far each read model is to be folded. */
export type Until = ReadonlyMap<AnyProjection, Position>;

/** Is called with each state of a document. */
export type Watch = (place: DocumentPlace, doc: unknown) => void;

interface Model {
  readonly n: number;
  readonly projection: AnyProjection;
  readonly types: ReadonlySet<string>;
  at: Position;
}

interface Held {
  readonly place: DocumentPlace;
  doc: unknown;
}

export const placeId = ({ projection, tenantId, key }: DocumentPlace): string =>
  `${checkpointName(projection)}/${tenantId}/${key}`;

/** Folds the log event by event, independently of the projector. The documents are in a scratch file. */
export class ModelFold {
  readonly tenants = new Set<string>();
  /** Tenants whose erasure goes on: it leaves any part of their documents. */
  readonly erasing = new Set<string>();
  /** Documents that an event cannot be folded into, by their ids. */
  readonly failed = new Map<string, { readonly place: DocumentPlace; readonly error: string }>();
  events = 0;
  private readonly models: readonly Model[];
  private readonly held = new Map<string, Held>();
  private skips: ReadonlySet<string> = new Set();
  private bytes = 0;
  private readonly scratch: ScratchDocuments;

  constructor(
    private readonly log: EventLog,
    projections: readonly AnyProjection[],
    folder: string,
    private readonly progress: (position: Position) => void,
  ) {
    this.scratch = new ScratchDocuments(folder);
    this.models = projections.map((each, n) => ({ n, projection: each, types: new Set(each.events), at: 0 }));
  }

  /** The position that every read model has reached. */
  get through(): Position {
    return Math.min(...this.models.map(({ at }) => at));
  }

  /** @throws UnknownEvent */
  async to(until: Until, watch?: Watch): Promise<void> {
    this.skips = await readSkips(this.log);
    const goal = (model: Model) => until.get(model.projection) ?? 0;
    const end = Math.max(...this.models.map(goal));
    for (let after = this.through; after < end; ) {
      const page = await this.log.readAll(after, PAGE);
      for (const event of page) {
        if (event.meta.position > end) break;
        const open = this.models.filter(
          (model) => model.at < event.meta.position && event.meta.position <= goal(model),
        );
        if (open.length > 0) await this.take(event, open, watch);
      }
      const last = page.at(-1)?.meta.position;
      if (last === undefined) break;
      after = last;
      this.progress(Math.min(after, end));
      if (this.bytes > IN_MEMORY) this.flush();
    }
    for (const model of this.models) model.at = Math.max(model.at, goal(model));
  }

  doc(place: DocumentPlace): unknown {
    return this.hold(place).doc;
  }

  /** Documents behind the key `after` up to `through`, in pages by key. */
  between(projection: AnyProjection, tenantId: string, after: string, through: string, limit: number) {
    this.flush();
    const rows = this.scratch.between(this.numberOf(projection), tenantId, after, through, limit);
    return rows.map(({ key, text }) => ({ key, doc: JSON.parse(text) as unknown }));
  }

  close(): void {
    this.scratch.close();
  }

  private async take(event: Recorded, open: readonly Model[], watch: Watch | undefined): Promise<void> {
    const { tenantId } = event.meta;
    this.events++;
    this.tenants.add(tenantId);
    for (const { projection, types } of open) {
      const key = types.has(event.type) ? projection.key(event) : undefined;
      if (key !== undefined) this.evolve({ projection, tenantId, key }, event, watch);
    }
    if (isTenantErasure(event)) this.eraseTenant(event, open);
    if (!isErasure(event)) return;
    for (const { projection } of open) {
      for (const { key, left } of await erasedDocuments(this.log, event, [projection])) {
        const place = { projection, tenantId, key };
        this.failed.delete(placeId(place));
        this.set(place, left(this.hold(place).doc), watch);
      }
    }
  }

  private evolve(place: DocumentPlace, event: Recorded, watch: Watch | undefined): void {
    const id = placeId(place);
    if (this.failed.has(id) || isSkipped(this.skips, place.projection, event)) return;
    const before = place.projection.createdBy.includes(event.type) ? undefined : this.hold(place).doc;
    try {
      const doc = place.projection.evolve(before, event);
      if (doc === before) return;
      this.bytes += sizeOf(event.data);
      this.set(place, doc, watch);
    } catch (error) {
      const reason = `The event at position ${event.meta.position} cannot be folded: ${(error as Error).message}`;
      this.failed.set(id, { place, error: reason });
    }
  }

  private set(place: DocumentPlace, doc: unknown, watch: Watch | undefined): void {
    const id = placeId(place);
    const held = this.held.get(id);
    if (held) held.doc = doc;
    else {
      this.held.set(id, { place, doc });
      this.bytes += 500;
    }
    watch?.(place, doc);
  }

  private hold(place: DocumentPlace): Held {
    const id = placeId(place);
    const known = this.held.get(id);
    if (known) return known;
    const text = this.scratch.get(this.numberOf(place.projection), place.tenantId, place.key);
    const held = { place, doc: text === undefined ? undefined : (JSON.parse(text) as unknown) };
    this.held.set(id, held);
    this.bytes += 500 + 4 * (text?.length ?? 0);
    return held;
  }

  private eraseTenant({ type, meta: { tenantId } }: Recorded, open: readonly Model[]): void {
    if (type !== 'TenantErased') return void this.erasing.add(tenantId);
    this.flush();
    for (const { n } of open) this.scratch.removeTenant(n, tenantId);
    if (open.length === this.models.length) this.erasing.delete(tenantId);
  }

  private numberOf(projection: AnyProjection): number {
    return this.models.findIndex((model) => model.projection === projection);
  }

  private flush(): void {
    const rows = [...this.held.values()].map(({ place, doc }) => ({
      model: this.numberOf(place.projection),
      tenantId: place.tenantId,
      key: place.key,
      text: doc === undefined ? undefined : JSON.stringify(doc),
    }));
    this.scratch.write(rows);
    this.held.clear();
    this.bytes = 0;
  }
}
