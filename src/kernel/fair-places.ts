/** Number of items that are asked whether they may end before one ends that may not. */
const MOST_ASKED = 32;
/** The part of the places that is not many for an owner. */
const FEW = 1 / 8;

/** The binary logarithm, rounded down; -1 for 0. */
const levelOf = (count: number) => 31 - Math.clz32(count);

class Owner<T> {
  /** Silent longest first. */
  readonly items = new Set<T>();

  constructor(readonly name: string) {}
}

export interface FairPlacesOptions<T> {
  /** One that may not end counts as active just now. Default: each may end. */
  readonly mayEnd?: (item: T) => boolean;
  /** Where no owner has more than an eighth of the places, the item ends that was silent longest of all. Default: false. */
  readonly sparesFew?: boolean;
}

/**
 * Bounds the places that items of several owners take. A further item ends the one that was silent longest: of the owner
 * with the most items, or of one with more than half as many. So an owner with few items loses none to one with many.
 */
export class FairPlaces<T> {
  private readonly owners = new Map<string, Owner<T>>();
  /** Silent longest first. */
  private readonly taken = new Map<T, Owner<T>>();
  /** Owners by the level of the number of their items. */
  private readonly levels: Set<Owner<T>>[] = [];

  constructor(
    private readonly places: number,
    private readonly end: (silent: T) => void,
    private readonly options: FairPlacesOptions<T> = {},
  ) {}

  get size(): number {
    return this.taken.size;
  }

  has(item: T): boolean {
    return this.taken.has(item);
  }

  ownerOf(item: T): string | undefined {
    return this.taken.get(item)?.name;
  }

  /** Number of places that the owner has. */
  countOf(name: string): number {
    return this.owners.get(name)?.items.size ?? 0;
  }

  /** Whether a further item of the owner has a place without an end of one of its own. */
  hasRoomFor(name: string): boolean {
    return this.size < this.places || levelOf(this.countOf(name) + 1) < this.topLevel;
  }

  /** The item was active just now. It has a place of this owner from now on. */
  note(item: T, name: string): void {
    const before = this.taken.get(item);
    if (before?.name === name) {
      this.noteAgain(item, before);
      return;
    }
    if (before) this.delete(item);
    const owner = this.owners.get(name) ?? new Owner<T>(name);
    owner.items.add(item);
    this.taken.set(item, owner);
    this.moved(owner, owner.items.size - 1);
    if (this.taken.size > this.places) this.endSilent();
  }

  /** The item gives its place back, and is not ended. */
  delete(item: T): void {
    const owner = this.taken.get(item);
    if (!owner) return;
    this.taken.delete(item);
    owner.items.delete(item);
    this.moved(owner, owner.items.size + 1);
  }

  private moved(owner: Owner<T>, before: number): void {
    const now = owner.items.size;
    const [from, to] = [levelOf(before), levelOf(now)];
    if (from === to) return;
    if (before === 0) this.owners.set(owner.name, owner);
    else this.levels[from]?.delete(owner);
    if (now === 0) this.owners.delete(owner.name);
    else this.level(to).add(owner);
  }

  private get topLevel(): number {
    return this.levels.findLastIndex(({ size }) => size > 0);
  }

  private level(n: number): Set<Owner<T>> {
    while (this.levels.length <= n) this.levels.push(new Set());
    return this.levels[n] as Set<Owner<T>>;
  }

  private noteAgain(item: T, owner: Owner<T>): void {
    owner.items.delete(item);
    owner.items.add(item);
    this.taken.delete(item);
    this.taken.set(item, owner);
  }

  private endSilent(): void {
    const { mayEnd = () => true, sparesFew } = this.options;
    const few = sparesFew ? this.places * FEW : 0;
    const [crowd] = this.levels[this.topLevel] ?? [];
    const silent = crowd && crowd.items.size > few ? crowd.items : this.taken.keys();
    let asked = 0;
    for (const item of silent) {
      if (++asked > MOST_ASKED || mayEnd(item)) {
        this.delete(item);
        this.end(item);
        return;
      }
      const owner = this.taken.get(item);
      if (owner) this.noteAgain(item, owner);
    }
  }
}
