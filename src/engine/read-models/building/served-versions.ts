import type { Position } from '../../../kernel/event.js';
import type { AnyProjection, Collection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import { checkpointName, levelName } from '../checkpoints.js';

type Documents = Pick<DocumentStore, 'checkpoint' | 'prepare' | 'earlierVersions'>;

/** A read model with a raised version, and the stored version that serves until the declared one is level. */
interface Raised {
  readonly previous: AnyProjection;
  /** A copy of the declared one. Its readers are those of the builder. */
  readonly building: AnyProjection;
}

/** Which stored version of each read model serves: the declared one, or the previous one while the declared one is built. */
export class ServedVersions {
  private raised: ReadonlyMap<string, Raised> = new Map();

  constructor(private readonly declared: readonly AnyProjection[]) {}

  /** Read models that serve. They are folded together. */
  get serving(): readonly AnyProjection[] {
    return this.declared.map((each) => this.raised.get(each.name)?.previous ?? each);
  }

  /** Declared read models that are built while a previous version serves. */
  get building(): readonly AnyProjection[] {
    return [...this.raised.values()].map(({ building }) => building);
  }

  /** The collection whose documents a reader gets. */
  of<Doc>(collection: Collection<Doc>): Collection<Doc> {
    const raised = this.raised.size > 0 ? this.raised.get(collection.name) : undefined;
    const isServed = raised && collection !== raised.building && collection.version === raised.building.version;
    return isServed ? raised.previous : collection;
  }

  /** Whether readers of the collection get another version now, so that they look again for each read. */
  redirects({ name }: Pick<Collection<never>, 'name'>): boolean {
    return this.raised.has(name);
  }

  /** Looks into the store: a previous version serves where it is further than the declared one. */
  async choose(documents: Documents): Promise<void> {
    const raised = new Map<string, Raised>();
    for (const each of this.declared) {
      let furthest = await documents.checkpoint(checkpointName(each));
      for (const version of await documents.earlierVersions(each)) {
        const previous = { ...each, version };
        const position = await documents.checkpoint(checkpointName(previous));
        if (version < (each.servesFrom ?? 0) || position <= furthest) continue;
        furthest = position;
        raised.set(each.name, { previous, building: this.raised.get(each.name)?.building ?? { ...each } });
      }
    }
    if (raised.size > 0) await documents.prepare([...raised.values()].map(({ previous }) => previous));
    this.raised = raised;
  }

  /** From now on the declared versions serve. */
  switch(): void {
    this.raised = new Map();
  }

  /** How far the read models that serve are, where another process folds them. Switches once that process has. */
  async level(documents: Documents): Promise<Position> {
    const served = await documents.checkpoint(levelName(this.serving));
    if (this.raised.size === 0) return served;
    const built = await documents.checkpoint(levelName(this.declared));
    if (built === 0 || built < served) return served;
    for (const each of this.building) if ((await documents.checkpoint(checkpointName(each))) < built) return served;
    this.switch();
    return built;
  }
}
