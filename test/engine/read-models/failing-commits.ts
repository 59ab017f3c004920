import type { Checkpoint, Collection } from '../../../src/kernel/projection.js';
import { type DocumentStore, type Reader, type Write } from '../../../src/ports/stores/document-store.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';

/** `lost`: nothing was stored. `unanswered`: everything was stored and the answer was lost. */
export type Failure = 'lost' | 'unanswered';

/** A document store whose commits with writes fail where it is told to; they count from 1. */
export class FailingCommits implements DocumentStore {
  private commits = 0;

  constructor(
    private readonly store: DocumentStore,
    private readonly failures: Readonly<Record<number, Failure>>,
    private readonly beforeCommit: (n: number, writes: readonly Write[]) => Promise<void> | void = () => {},
  ) {}

  async commit(writes: readonly Write[], checkpoints: readonly Checkpoint[]): Promise<void> {
    if (writes.length === 0) return this.store.commit(writes, checkpoints);
    const n = ++this.commits;
    await this.beforeCommit(n, writes);
    const failure = this.failures[n];
    if (failure !== 'lost') await this.store.commit(writes, checkpoints);
    if (failure) throw new StoreUnavailable(`commit ${n}: ${failure}`);
  }

  prepare(collections: readonly Collection<never>[]): Promise<void> {
    return this.store.prepare(collections);
  }

  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc> {
    return this.store.reader(collection, tenantId);
  }

  alikeVersions(collection: Collection<never>): Promise<readonly number[]> {
    return this.store.alikeVersions(collection);
  }

  nextTenant(collection: Collection<never>, after?: string): Promise<string | undefined> {
    return this.store.nextTenant(collection, after);
  }

  checkpoint(name: string): Promise<number> {
    return this.store.checkpoint(name);
  }

  checkpoints(names: readonly string[]): Promise<readonly number[]> {
    return this.store.checkpoints(names);
  }

  reset(): Promise<void> {
    return this.store.reset();
  }

  dropOthers(collection: Collection<never>, kept?: readonly number[]): Promise<void> {
    return this.store.dropOthers(collection, kept);
  }

  purge(): Promise<void> {
    return this.store.purge();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
