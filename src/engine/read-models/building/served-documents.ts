import type { Position } from '../../../kernel/event.js';
import type { Checkpoint, Collection } from '../../../kernel/projection.js';
import type { DocumentStore, Reader, Write } from '../../../ports/stores/document-store.js';
import { thePast } from '../past/past.js';
import type { ServedVersions } from './served-versions.js';

/** The document store whose readers read the version that serves, or the documents as of the moment of the request. */
export class ServedDocuments implements DocumentStore {
  constructor(
    private readonly store: DocumentStore,
    private readonly served: ServedVersions,
  ) {}

  /** A reader that was made before the switch reads the new version after it. */
  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc> {
    const past = thePast();
    if (past?.tenantId === tenantId) return past.reader(collection);
    const now = () => this.store.reader(this.served.of(collection), tenantId);
    if (!this.served.redirects(collection)) return now();
    return {
      get: (key) => now().get(key),
      many: (keys) => now().many(keys),
      find: (query) => now().find(query),
      count: (query) => now().count(query),
      sum: (name) => now().sum(name),
    };
  }

  prepare(collections: readonly Collection<never>[]): Promise<void> {
    return this.store.prepare(collections);
  }

  alikeVersions(collection: Collection<never>): Promise<readonly number[]> {
    return this.store.alikeVersions(collection);
  }

  nextTenant(collection: Collection<never>, after?: string): Promise<string | undefined> {
    return this.store.nextTenant(this.served.of(collection), after);
  }

  checkpoint(name: string): Promise<Position> {
    return this.store.checkpoint(name);
  }

  checkpoints(names: readonly string[]): Promise<readonly Position[]> {
    return this.store.checkpoints(names);
  }

  commit(writes: readonly Write[], checkpoints: readonly Checkpoint[]): Promise<void> {
    return this.store.commit(writes, checkpoints);
  }

  dropOthers(collection: Collection<never>, kept?: readonly number[]): Promise<void> {
    return this.store.dropOthers(collection, kept);
  }

  reset(): Promise<void> {
    return this.store.reset();
  }

  purge(): Promise<void> {
    return this.store.purge();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
