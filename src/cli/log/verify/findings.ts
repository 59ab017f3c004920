import type { Stored } from '../../../ports/stores/event-store.js';

/** An event by all its names. */
export type Named = Pick<Stored, 'position' | 'stream' | 'version' | 'id'>;

/** A difference, with the first event at which it shows. */
export interface Finding {
  readonly position?: number;
  readonly stream?: string;
  readonly version?: number;
  readonly id?: string;
  readonly reason: string;
}

const MOST = 100;

/** The first findings, in the order of the log. */
export class Findings {
  private readonly found: Finding[] = [];
  count = 0;

  get list(): readonly Finding[] {
    return this.found.toSorted(
      (a, b) => (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY),
    );
  }

  add(reason: string, event?: Named): void {
    this.count++;
    if (this.found.length >= MOST) return;
    const { position, stream, version, id } = event ?? {};
    this.found.push(
      event
        ? { position: position ?? 0, stream: stream ?? '', version: version ?? 0, id: id ?? '', reason }
        : { reason },
    );
  }
}

/** In one line. */
export const told = ({ position, stream, version, id, reason }: Finding): string =>
  position === undefined ? reason : `position ${position}, ${stream}@${version}, id ${id}: ${reason}`;
