import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Position } from '../../../kernel/event.js';
import type { Checkpoint, Collection } from '../../../kernel/projection.js';
import {
  CheckpointConflict,
  type DocumentStore,
  type Reader,
  type Write,
} from '../../../ports/stores/document-store.js';
import { type Mongo, openMongo } from '../open.js';
import { commitJournal, type State } from './commit-journal.js';
import { entriesOf, moved, rowsOf } from './document-commit.js';
import { distrust, distrustAll, otherVersions } from './document-declared.js';
import { madeOnce } from './document-making.js';
import { documentModel, type Model, versionName } from './document-model.js';
import { documentReader } from './document-reader.js';
import { applyRows, type Entry, type Row, sizeOf } from './document-rows.js';
import { alikeVersions, dropCollections, dropVersion, makeIndexes } from './document-schema.js';

const ATTEMPTS = 5;
const LISTED = 20_000;

export interface MongoDocumentStoreOptions {
  /** When a search finds more groups than this they are no longer listed in a filter. */
  readonly listed?: number;
}

/** Read models in a MongoDB replica set, written by one process at a time; a second one is noticed and refused. */
export class MongoDocumentStore implements DocumentStore {
  /** Identifies this process among others that make collections. */
  private readonly name = randomUUID();
  private readonly mongo: Mongo;
  private readonly listed: number;
  private readonly journal = commitJournal<Entry>({ name: 'journal', apply: applyRows, sizeOf });
  private readonly models = new Map<string, Model>();
  /** As this process left it; unknown after a failure. */
  private state: State | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  /** `url` may name a database; without it is `tidings`. */
  constructor(url: string, { listed = LISTED }: MongoDocumentStoreOptions = {}) {
    this.mongo = openMongo(url, 'The read models');
    this.listed = listed;
  }

  async prepare(collections: readonly Collection<never>[]): Promise<void> {
    const models = collections.map((each) => documentModel(each as Collection<unknown>));
    await this.inTurn(async () => {
      await this.mongo.use((db) => this.settled(db));
      await this.mongo.patiently(async (db) => {
        for (const model of models) await madeOnce(db, model, this.name, (begin) => this.clear(db, model, begin));
        await Promise.all(models.map((model) => makeIndexes(db, model)));
      });
    });
    for (const model of models) this.models.set(model.name, model);
  }

  async alikeVersions(collection: Collection<never>): Promise<readonly number[]> {
    return this.mongo.use((db) => alikeVersions(db, documentModel(collection as Collection<unknown>)));
  }

  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc> {
    const model = this.model(collection);
    const sharing = () => this.sharing(model);
    return documentReader({ mongo: this.mongo, model, tenantId, sharing, listed: this.listed });
  }

  async nextTenant(collection: Collection<never>, after = ''): Promise<string | undefined> {
    const { name } = this.model(collection);
    const [found] = await this.mongo.use((db) =>
      db
        .collection<Row>(name)
        .find({ tenant: { $gt: after } })
        .sort({ tenant: 1, key: 1 })
        .limit(1)
        .toArray(),
    );
    return found?.tenant;
  }

  async checkpoint(name: string): Promise<Position> {
    return (await this.checkpoints([name]))[0] ?? 0;
  }

  async checkpoints(names: readonly string[]): Promise<readonly Position[]> {
    const stored = await this.mongo.use((db) => this.journal.checkpoints(db));
    const positions = new Map(stored.map(({ name, position }) => [name, position]));
    return names.map((name) => positions.get(name) ?? 0);
  }

  /**
   * A commit that ends with StoreUnavailable may be decided nevertheless. `prepare` or the next commit then finishes
   * it, and the checkpoint shows the result.
   */
  async commit(writes: readonly Write[], checkpoints: readonly Checkpoint[]): Promise<void> {
    const rows = rowsOf(writes, (collection) => this.model(collection));
    await this.inTurn(() =>
      this.mongo.use((db) =>
        this.change(db, async (state) => ({
          checkpoints: moved(state.checkpoints, checkpoints),
          entries: await entriesOf(db, rows, state.commit + 1),
        })),
      ),
    );
  }

  async dropOthers(collection: Collection<never>, kept: readonly number[] = []): Promise<void> {
    const model = this.model(collection);
    const { name } = collection;
    await this.inTurn(() =>
      this.mongo.use(async (db) => {
        for (const version of await otherVersions(db, model, kept)) {
          this.models.delete(versionName(name, version));
          await distrust(db, name, version);
          await this.forgetCheckpoints(db, [versionName(name, version)]);
          await dropVersion(db, name, version);
        }
      }),
    );
  }

  async reset(): Promise<void> {
    await this.inTurn(() =>
      this.mongo.use(async (db) => {
        await distrustAll(db);
        await this.change(db, async () => ({ entries: [], checkpoints: [] }));
      }),
    );
  }

  /** MongoDB overwrites freed space in its own time. */
  async purge(): Promise<void> {}

  async close(): Promise<void> {
    await this.turn;
    await this.mongo.close();
  }

  /** Removes the checkpoint first: after a crash in between, the collection is rebuilt from the start of the log. */
  private async clear(db: Db, { name }: Model, begin: () => void): Promise<void> {
    await this.mongo.use(async (quick) => {
      await this.settled(quick);
      begin();
      await this.forgetCheckpoints(quick, [name]);
    });
    begin();
    await dropCollections(db, name);
  }

  private model({ name, version }: Pick<Collection<never>, 'name' | 'version'>): Model {
    const known = this.models.get(versionName(name, version));
    if (known) return known;
    throw new TypeError(`${versionName(name, version)} is not prepared.`);
  }

  private async settled(db: Db): Promise<State> {
    this.state = undefined;
    this.state = await this.journal.settled(db);
    return this.state;
  }

  /** Someone who writes other read models may come in between; then everything is looked at again. */
  private async change(
    db: Db,
    next: (state: State) => Promise<Pick<State, 'checkpoints'> & { readonly entries: readonly Entry[] }>,
  ): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const state = this.state ?? (await this.settled(db));
      this.state = undefined;
      const { entries, checkpoints } = await next(state);
      this.state = await this.journal.write(db, state, entries, checkpoints);
      if (this.state) return;
    }
    throw new CheckpointConflict('Another process writes the read models at the same time.');
  }

  private async forgetCheckpoints(db: Db, names: readonly string[]): Promise<void> {
    const stand = (this.state ?? (await this.settled(db))).checkpoints;
    if (!stand.some(({ name }) => names.includes(name))) return;
    await this.change(db, async ({ checkpoints }) => ({
      entries: [],
      checkpoints: checkpoints.filter(({ name }) => !names.includes(name)),
    }));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** All stored versions of other collections: a version that is being rebuilt lacks documents that the old one has. */
  private sharing({ collection: { name, version, search } }: Model): readonly Model[] {
    return [...this.models.values()]
      .filter(({ collection: other }) => other.search?.index === search?.index)
      .filter(({ collection: other }) => other.name !== name || other.version === version);
  }
}
