/** Silent items checked for one that may end, before one ends that may not. */
const MOST_CHECKED = 32;
/** The part of the places that is few for an owner. */
const FEW = 1 / 8;

export interface EvictingPlacesOptions<T> {
  /** An item that may not end counts as active. Default: each may end. */
  readonly mayEnd?: (item: T) => boolean;
  /** Where no owner has more than an eighth of the places, the item ends that was silent longest of all. Default: false. */
  readonly sparesFew?: boolean;
}

/**
 * Bounds the places that items of several owners take. A further item ends the one that was silent longest, of the owner
 * with the most items. So an owner with few items loses none to one with many.
 */
export class EvictingPlaces<T> {
  /** The items of an owner, silent longest first. */
  private readonly items = new Map<string, Set<T>>();
  /** The owner of each item, silent longest first. */
  private readonly owners = new Map<T, string>();
  /** Owners by the number of their items; the last set is not empty. */
  private readonly byCount: Set<string>[] = [];

  constructor(
    private readonly places: number,
    private readonly end: (silent: T) => void,
    private readonly options: EvictingPlacesOptions<T> = {},
  ) {}

  get size(): number {
    return this.owners.size;
  }

  has(item: T): boolean {
    return this.owners.has(item);
  }

  ownerOf(item: T): string | undefined {
    return this.owners.get(item);
  }

  /** Number of places that the owner has. */
  countOf(owner: string): number {
    return this.items.get(owner)?.size ?? 0;
  }

  /** Whether a further item of the owner has a place without an end of one of its own. */
  hasRoomFor(owner: string): boolean {
    return this.size < this.places || this.countOf(owner) + 1 < this.mostItems;
  }

  /** The item was active at this moment. It has a place of this owner from now on. */
  note(item: T, owner: string): void {
    if (this.owners.get(item) !== owner) {
      this.delete(item);
      this.counted(owner, this.countOf(owner), this.countOf(owner) + 1);
      if (!this.items.has(owner)) this.items.set(owner, new Set());
    }
    this.moveBack(item, owner);
    if (this.size > this.places) this.endSilent();
  }

  /** The item gives its place back, and is not ended. */
  delete(item: T): void {
    const owner = this.owners.get(item);
    const items = this.items.get(owner ?? '');
    if (owner === undefined || !items) return;
    this.owners.delete(item);
    items.delete(item);
    if (items.size === 0) this.items.delete(owner);
    this.counted(owner, items.size + 1, items.size);
  }

  private get mostItems(): number {
    return this.byCount.length;
  }

  private moveBack(item: T, owner: string): void {
    this.owners.delete(item);
    this.owners.set(item, owner);
    const items = this.items.get(owner);
    items?.delete(item);
    items?.add(item);
  }

  private counted(owner: string, before: number, now: number): void {
    this.byCount[before - 1]?.delete(owner);
    if (now > this.byCount.length) this.byCount.push(new Set());
    this.byCount[now - 1]?.add(owner);
    while (this.byCount.at(-1)?.size === 0) this.byCount.pop();
  }

  private endSilent(): void {
    const { mayEnd = () => true, sparesFew } = this.options;
    const [crowd = ''] = this.byCount.at(-1) ?? [];
    const isFew = sparesFew && this.mostItems <= this.places * FEW;
    let checked = 0;
    for (const item of isFew ? this.owners.keys() : (this.items.get(crowd) ?? [])) {
      if (++checked > MOST_CHECKED || mayEnd(item)) {
        this.delete(item);
        this.end(item);
        return;
      }
      this.moveBack(item, this.owners.get(item) ?? '');
    }
  }
}
