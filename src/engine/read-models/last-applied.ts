import { createHash } from 'node:crypto';
import type { Position } from '../../kernel/event.js';
import type { Checkpoint } from '../../kernel/projection.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import type { EventLog } from '../log/event-log.js';

/** Checkpoints that hold the position of the event and a number made from its id. */
const NAMES = { position: 'mark', event: 'mark-event' };

const numberOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, 6);

/** The event that the read models applied last. It is committed with them, so a log that has another event there is noticed. */
export class LastApplied {
  private next: { readonly position: Position; readonly event: number } | undefined;

  private constructor(
    private at: Position,
    private event: number,
  ) {}

  /** Reads again where another process has committed between two reads. */
  static async read(documents: Pick<DocumentStore, 'checkpoint'>): Promise<LastApplied> {
    for (let position = await documents.checkpoint(NAMES.position); ; ) {
      const event = await documents.checkpoint(NAMES.event);
      const now = await documents.checkpoint(NAMES.position);
      if (now === position) return new LastApplied(position, event);
      position = now;
    }
  }

  get position(): Position {
    return this.at;
  }

  async isIn(log: Pick<EventLog, 'placeAt'>): Promise<boolean> {
    if (this.at === 0) return true;
    const found = await log.placeAt(this.at);
    return found !== undefined && numberOf(found.id) === this.event;
  }

  /** Checkpoints of a commit that ends with the event. */
  moved(position: Position, eventId: string): readonly Checkpoint[] {
    this.next = { position, event: numberOf(eventId) };
    return [
      { name: NAMES.position, position, after: this.at },
      { name: NAMES.event, position: this.next.event, after: this.event },
    ];
  }

  /** The commit is durable. */
  committed(): void {
    if (!this.next) return;
    this.at = this.next.position;
    this.event = this.next.event;
  }
}
