import { isErasure, isTenantErasure } from '../../../kernel/erasure.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { Write } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import { scanTenant } from '../../log/scan.js';
import { erasedDocuments } from '../erased-documents.js';
import { isSkipped, readSkips } from '../parked/skips.js';

export interface RepairPlace {
  readonly projection: AnyProjection;
  readonly key: string;
}

/** Documents of one tenant that are folded from the log again, some of it at a time. */
export class Repair {
  private at: Position = 0;
  private readonly docs = new Map<RepairPlace, unknown>();
  private readonly failed = new Set<RepairPlace>();
  private skips: ReadonlySet<string> = new Set();

  constructor(
    private readonly log: EventLog,
    private readonly tenantId: string,
    private readonly places: readonly RepairPlace[],
  ) {}

  /** @throws UnknownEvent */
  async to(until: Position): Promise<void> {
    this.skips = await readSkips(this.log);
    for await (const { events, through } of scanTenant(this.log, this.tenantId, { after: this.at, until })) {
      for (const event of events) await this.take(event);
      this.at = through;
    }
    this.at = Math.max(this.at, until);
  }

  /**
   * The documents as the log makes them now. One whose fold fails is left out. Their position is between two events: a
   * store without transactions takes only a higher one than the document has.
   */
  writes(): readonly Write[] {
    const { tenantId } = this;
    const position = this.at + 0.5;
    return this.places
      .filter((place) => !this.failed.has(place))
      .map((place) => ({
        collection: place.projection,
        tenantId,
        key: place.key,
        doc: this.docs.get(place),
        position,
      }));
  }

  private async take(event: Recorded): Promise<void> {
    for (const place of this.places) {
      const { projection, key } = place;
      if (!(projection.events as readonly string[]).includes(event.type) || projection.key(event) !== key) continue;
      if (this.failed.has(place) || isSkipped(this.skips, projection, event)) continue;
      try {
        this.docs.set(place, projection.evolve(this.docs.get(place), event));
      } catch {
        this.failed.add(place);
      }
    }
    if (isTenantErasure(event)) this.docs.clear();
    if (isErasure(event)) await this.erase(event);
  }

  private async erase(event: Parameters<typeof erasedDocuments>[1]): Promise<void> {
    const projections = [...new Set(this.places.map(({ projection }) => projection))];
    for (const { projection, key, left } of await erasedDocuments(this.log, event, projections)) {
      const place = this.places.find((each) => each.projection === projection && each.key === key);
      if (!place) continue;
      this.failed.delete(place);
      this.docs.set(place, left(this.docs.get(place)));
    }
  }
}
