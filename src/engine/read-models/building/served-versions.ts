import type { Position } from '../../../kernel/event.js';
import type { AnyProjection, Collection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import { checkpointName, levelName } from '../checkpoints.js';
import { Pinned } from './pinned.js';
import { SERVED_CHANGES, servedRecord } from './served-record.js';
import { declaredVersion, isExact, storedAs } from './stored-version.js';

type Documents = Pick<DocumentStore, 'checkpoint' | 'checkpoints' | 'prepare' | 'alikeVersions'>;

/** A read model of which two stored versions are folded, or whose serving version is not the declared number. */
interface Moved {
  readonly declared: AnyProjection;
  readonly serving: AnyProjection;
  /** A further stored version, which is built, waits for its switch, or is kept after it. */
  readonly beside?: AnyProjection;
}

/** The declared version is built, and serves as soon as it is level. */
const isRaised = ({ declared, serving }: Moved): boolean => declaredVersion(serving.version) !== declared.version;

/**
 * Which stored version of each read model serves. A second one is built while it serves. A raised version then switches
 * by itself. A copy of the same version waits for a command.
 */
export class ServedVersions {
  private readonly pinned = new Pinned<ReadonlyMap<string, Moved>>(new Map());
  /** Names of checkpoints of second versions that are folded together with those that serve. */
  private readonly joined = new Set<string>();
  private changes: number | undefined;
  /** Number of looks into the store. A later one counts more than an earlier one that ends after it. */
  private looks = 0;
  private seen = 0;
  /** The projector of this process changes what serves. Otherwise another process does, and this one looks. */
  isLed = false;

  constructor(private readonly declared: readonly AnyProjection[]) {}

  /** Read models that serve. They are folded together. */
  get serving(): readonly AnyProjection[] {
    return this.declared.map((each) => this.moved.get(each.name)?.serving ?? each);
  }

  /** Second versions that are folded together with those that serve. */
  get levelBeside(): readonly AnyProjection[] {
    return this.beside.filter((each) => this.joined.has(checkpointName(each)));
  }

  /** Second versions that are built. */
  get building(): readonly AnyProjection[] {
    return this.beside.filter((each) => !this.joined.has(checkpointName(each)));
  }

  /** Versions that readers of this process get now, or get later without a command. */
  get read(): readonly AnyProjection[] {
    return [...this.serving, ...this.raised];
  }

  /** Stored versions of a read model that are in use. */
  inUse({ name, version }: Pick<AnyProjection, 'name' | 'version'>): readonly number[] {
    const moved = this.moved.get(name);
    return moved ? [moved.serving, ...(moved.beside ? [moved.beside] : [])].map((each) => each.version) : [version];
  }

  get(name: string): Omit<Moved, 'declared'> | undefined {
    const declared = this.declared.find((each) => each.name === name);
    return declared && (this.moved.get(name) ?? { serving: declared });
  }

  /** The collection whose documents a reader gets. */
  of<Doc>(collection: Collection<Doc>): Collection<Doc> {
    const all = this.pinned.now;
    const moved = all.size > 0 ? all.get(collection.name) : undefined;
    const isServed = moved && collection.version === moved.declared.version && !isExact(collection);
    return isServed ? moved.serving : collection;
  }

  /** Whether readers of the collection may get another version, so that they look again for each read. */
  redirects({ name }: Pick<Collection<never>, 'name'>): boolean {
    return this.pinned.now.has(name);
  }

  /** Reads of the work get what serves now, also after a switch, so that no work reads two versions. */
  keep<R>(work: () => R): R {
    return this.moved.size > 0 ? this.pinned.keep(work) : work();
  }

  /** After a wait for a position: a version that was switched off meanwhile may lack events up to it. */
  renew(): void {
    this.pinned.renew();
  }

  isRaised({ name }: Pick<AnyProjection, 'name'>): boolean {
    const moved = this.moved.get(name);
    return moved !== undefined && isRaised(moved);
  }

  /** Looks into the store: what it names serves, or a previous version that is further than the declared one. */
  async choose(documents: Documents): Promise<void> {
    const look = ++this.looks;
    const changes = await documents.checkpoint(SERVED_CHANGES);
    const found: Moved[] = [];
    for (const each of this.declared) found.push(await this.chosen(each, documents));
    const moved = found.filter(({ declared, serving, beside }) => beside || serving.version !== declared.version);
    const stored = moved.flatMap((each) => {
      const { serving, beside } = each;
      return beside && (this.isLed || isRaised(each)) ? [serving, beside] : [serving];
    });
    if (stored.length > 0) await documents.prepare(stored);
    if (look < this.seen) return;
    this.seen = look;
    this.pinned.latest = new Map(moved.map((each) => [each.declared.name, each]));
    this.joined.clear();
    this.changes = changes;
  }

  /** Raised versions serve from now on. */
  switch(): void {
    const moved = [...this.moved.values()].flatMap((each) => {
      if (!isRaised(each) || !each.beside) return [each];
      return each.beside.version === each.declared.version ? [] : [{ declared: each.declared, serving: each.beside }];
    });
    this.pinned.latest = new Map(moved.map((each) => [each.declared.name, each]));
  }

  /** From now on these are the version that serves and the second one, if there is one. */
  set(name: string, { serving, beside }: { readonly serving: AnyProjection; readonly beside?: AnyProjection }): void {
    const declared = this.declared.find((each) => each.name === name);
    if (!declared) return;
    const moved = new Map(this.moved);
    if (beside || serving.version !== declared.version)
      moved.set(name, { declared, serving, ...(beside && { beside }) });
    else moved.delete(name);
    this.pinned.latest = moved;
  }

  /** The versions are as far as those that serve, and are folded with them. */
  join(projections: readonly AnyProjection[]): void {
    for (const each of projections) this.joined.add(checkpointName(each));
  }

  /** At the begin of a life: joins what is as far as those that serve. Raised versions switch first. */
  async joinLevel(documents: Documents, position: Position): Promise<void> {
    this.joined.clear();
    for (const each of this.beside) {
      const isLevel = !this.isRaised(each) && (await documents.checkpoint(checkpointName(each))) === position;
      if (isLevel) this.join([each]);
    }
  }

  /** How far the read models that serve are, where another process folds them. Switches once that process has. */
  async level(documents: Documents): Promise<Position> {
    const { raised } = this;
    const levels = [levelName(this.serving), levelName(this.declared)];
    const [changes, served = 0, built = 0, ...each] = await documents.checkpoints([
      SERVED_CHANGES,
      ...levels,
      ...raised.map(checkpointName),
    ]);
    if (!this.isLed && changes !== this.changes) await this.choose(documents);
    else if (raised.length > 0 && built > 0 && built >= served && each.every((at) => at >= built)) {
      this.switch();
      return built;
    }
    return served;
  }

  private get moved(): ReadonlyMap<string, Moved> {
    return this.pinned.latest;
  }

  private get beside(): readonly AnyProjection[] {
    return [...this.moved.values()].flatMap(({ beside }) => beside ?? []);
  }

  private get raised(): readonly AnyProjection[] {
    return [...this.moved.values()].flatMap((each) => (isRaised(each) && each.beside ? [each.beside] : []));
  }

  private async chosen(declared: AnyProjection, documents: Documents): Promise<Moved> {
    const alike = await documents.alikeVersions(declared);
    const { serves, beside } = await servedRecord(documents, declared);
    const isCopy = (version: number) => version > 0 && declaredVersion(version) === declared.version;
    const serving = storedAs(declared, isCopy(serves) && alike.includes(serves) ? serves : declared.version);
    const previous = await this.furthest(serving, serves, alike, documents);
    if (previous) return { declared, serving: previous, beside: serving };
    return {
      declared,
      serving,
      ...(isCopy(beside) && beside !== serving.version && { beside: storedAs(declared, beside) }),
    };
  }

  /** The previous version that is further than the present one. Of equal ones it is the one that served. */
  private async furthest(
    present: AnyProjection,
    served: number,
    alike: readonly number[],
    documents: Documents,
  ): Promise<AnyProjection | undefined> {
    let at = await documents.checkpoint(checkpointName(present));
    let found: AnyProjection | undefined;
    for (const version of alike.toSorted((a, b) => Number(b === served) - Number(a === served))) {
      const declared = declaredVersion(version);
      if (declared >= declaredVersion(present.version) || declared < (present.servesFrom ?? 0)) continue;
      const previous = storedAs(present, version);
      const position = await documents.checkpoint(checkpointName(previous));
      if (position > at) [at, found] = [position, previous];
    }
    return found;
  }
}
