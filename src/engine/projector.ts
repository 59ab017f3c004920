import type { Position, Recorded } from '../kernel/event.js';
import type { AnyProjection } from '../kernel/projection.js';
import type { DocumentStore, Write } from '../ports/document-store.js';
import type { CaughtUp } from './caught-up.js';
import { DocumentCache } from './document-cache.js';
import type { EventLog } from './event-log.js';
import { type Subscription, subscribe } from './subscription.js';

const PAGE = 500;

export const checkpointName = ({ name, version }: AnyProjection): string => `${name}@${version}`;

/** Folds the log into the read models: rows and checkpoints in one commit. */
export class Projector {
  private readonly byEvent: ReadonlyMap<string, readonly AnyProjection[]>;
  private readonly cache: DocumentCache;
  private subscription: Subscription | undefined;
  private applied: Position = 0;

  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly projections: readonly AnyProjection[],
    private readonly caughtUp: CaughtUp,
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.byEvent = indexed(projections);
    this.cache = new DocumentCache(documents);
  }

  /** Kept when every read model has applied all that was in the log when it was called. */
  async start(): Promise<void> {
    await this.documents.prepare(this.projections);
    await this.catchUp();
    const head = await this.log.head();
    this.subscription = subscribe(
      this.log,
      {
        name: 'projector',
        from: async () => {
          this.cache.clear();
          return this.applied;
        },
        handle: (events) => this.apply(events, this.projections, this.byEvent),
      },
      this.failed,
    );
    while (!(await this.caughtUp.reached(head, 1_000)));
    for (const projection of this.projections) await this.documents.dropOthers(projection);
  }

  close(): void {
    this.subscription?.close();
  }

  /** Read models behind the others (new, or of a raised version) are brought level one by one. */
  private async catchUp(): Promise<void> {
    const at = new Map<AnyProjection, Position>();
    for (const each of this.projections) at.set(each, await this.documents.checkpoint(checkpointName(each)));
    const furthest = Math.max(0, ...at.values());
    for (const [projection, position] of at) {
      const own = [projection];
      for (let from = position; from < furthest; ) {
        const page = (await this.log.readAll(from, PAGE)).filter(({ meta }) => meta.position <= furthest);
        if (page.length === 0) break;
        await this.apply(page, own, indexed(own));
        from = page.at(-1)?.meta.position ?? furthest;
      }
    }
    this.applied = furthest;
    this.caughtUp.advance(furthest);
  }

  private async apply(
    events: readonly Recorded[],
    projections: readonly AnyProjection[],
    byEvent: ReadonlyMap<string, readonly AnyProjection[]>,
  ): Promise<void> {
    const position = events.at(-1)?.meta.position;
    if (position === undefined) return;
    const touched = new Map<string, Write>();
    for (const event of events) {
      for (const projection of byEvent.get(event.type) ?? []) {
        const folding = this.fold(projection, event, touched);
        if (folding) await folding;
      }
    }
    const checkpoints = projections.map((each) => ({ name: checkpointName(each), position }));
    await this.documents.commit([...touched.values()], checkpoints);
    if (projections !== this.projections) return;
    this.applied = position;
    this.caughtUp.advance(position);
  }

  /** Waits only where the document is not at hand. */
  private fold(projection: AnyProjection, event: Recorded, touched: Map<string, Write>): Promise<void> | undefined {
    const key = projection.key(event);
    if (key === undefined) return undefined;
    const { tenantId, position } = event.meta;
    const id = DocumentCache.id(projection, tenantId, key);
    const evolve = (before: unknown) => {
      const doc = projection.evolve(before, event);
      if (doc === before) return;
      this.cache.put(id, doc);
      touched.set(id, { collection: projection, tenantId, key, doc, position });
    };
    if (projection.begins?.includes(event.type)) return void evolve(undefined);
    const known = touched.get(id) ?? this.cache.peek(id);
    if (known) return void evolve(known.doc);
    return this.cache.load(id, projection, tenantId, key).then(evolve);
  }
}

function indexed(projections: readonly AnyProjection[]): ReadonlyMap<string, readonly AnyProjection[]> {
  const byEvent = new Map<string, AnyProjection[]>();
  for (const projection of projections) {
    for (const type of projection.events as readonly string[]) {
      byEvent.set(type, [...(byEvent.get(type) ?? []), projection]);
    }
  }
  return byEvent;
}
