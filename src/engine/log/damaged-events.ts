import type { Position } from '../../kernel/event.js';
import type { Stored } from '../../ports/stores/event-store.js';
import { MissingKey } from './sealing/sealed-events.js';

type DamagedPlace = Pick<Stored, 'id' | 'type' | 'stream' | 'version' | 'position'>;

/** The body of an event cannot be decoded. Its stream cannot be read; readers of the whole log go on behind it. */
export class DamagedEvent extends Error {
  readonly place: DamagedPlace;

  constructor({ id, type, stream, version, position }: DamagedPlace, cause: unknown) {
    super(`${type} ${id} (${stream} version ${version}, position ${position}) cannot be decoded`, { cause });
    this.place = { id, type, stream, version, position };
  }
}

const MOST = 10_000;

/** Events of this log that were found damaged since the start of the process. */
export class DamagedEvents {
  private readonly found = new Map<Position, DamagedEvent>();
  /** Is called once for each event. */
  report: (event: DamagedEvent) => void = () => {};

  get size(): number {
    return this.found.size;
  }

  /** Those of them whose key is lost. */
  get missingKeys(): number {
    return this.all.filter(({ cause }) => cause instanceof MissingKey).length;
  }

  get all(): readonly DamagedEvent[] {
    return [...this.found.values()];
  }

  /** It can be decoded, or an operator passes it over. */
  forget(position: Position): void {
    this.found.delete(position);
  }

  note(event: DamagedEvent): void {
    const { position } = event.place;
    if (this.found.has(position) || this.found.size >= MOST) return;
    this.found.set(position, event);
    this.report(event);
  }
}
