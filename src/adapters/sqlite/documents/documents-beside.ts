import type { DatabaseSync } from 'node:sqlite';
import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Position } from '../../../kernel/event.js';
import type { Collection } from '../../../kernel/projection.js';
import type { Reader } from '../../../ports/stores/document-store.js';
import type { ReadableDocuments } from '../../../ports/stores/readable-documents.js';
import { openReader } from '../open.js';
import { reading } from '../reads.js';
import { documentSearch } from '../search/document-search.js';
import { searchIndex } from '../search/search-index.js';
import { type Prepared, row, statements } from '../statements.js';
import { available } from '../unavailable.js';
import { documentCounters } from './document-counters.js';
import { documentReader } from './document-reader.js';
import { alikeVersions } from './document-schema.js';
import { documentTable } from './document-table.js';
import { documentTenants, type Tenants } from './document-tenants.js';

const READ_MODELS = 'The read models';

/** Reads the file of a service that may run. Each read sees the last commit before it. */
export class SqliteDocumentsBeside implements ReadableDocuments {
  private readonly db: DatabaseSync;
  private readonly prepared: Prepared;
  private readonly tenants: Tenants;

  /** @throws StartRefused */
  constructor(path: string) {
    this.db = openReader(path);
    this.prepared = statements(this.db);
    this.tenants = documentTenants(this.prepared);
  }

  async prepare(): Promise<void> {}

  async alikeVersions(collection: Collection<never>): Promise<readonly number[]> {
    return available(READ_MODELS, () => alikeVersions(this.db, documentTable(collection as Collection<unknown>)));
  }

  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc> {
    const table = documentTable(collection as Collection<unknown>);
    const { prepared } = this;
    return documentReader({
      table,
      prepared,
      tenantId,
      counters: documentCounters(table, prepared),
      search: documentSearch(() => row<[number]>(prepared('pragma data_version'))?.[0] ?? 0),
      index: searchIndex(prepared, { cacheBytes: cacheBudgets.searchResults }),
      thread: undefined,
      sharing: () => [table],
      tenant: () => this.tenants.known(tenantId),
      reads: reading(READ_MODELS),
    });
  }

  async checkpoint(name: string): Promise<Position> {
    return (await this.checkpoints([name]))[0] ?? 0;
  }

  async checkpoints(names: readonly string[]): Promise<readonly Position[]> {
    const position = 'select position from checkpoints where name = ?';
    return available(READ_MODELS, () => names.map((name) => row<[number]>(this.prepared(position), name)?.[0] ?? 0));
  }

  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
  }
}
