import type { Position } from '../../../kernel/event.js';
import type { Collection } from '../../../kernel/projection.js';
import type { Reader } from '../../../ports/stores/document-store.js';
import type { ReadableDocuments } from '../../../ports/stores/readable-documents.js';
import { type Mongo, openMongo } from '../open.js';
import { commitJournal } from './commit-journal.js';
import { documentModel } from './document-model.js';
import { documentReader } from './document-reader.js';
import { applyRows, type Entry, sizeOf } from './document-rows.js';
import { alikeVersions } from './document-schema.js';

const LISTED = 20_000;

/** Reads the read models of a service that may run. A commit may be seen before its checkpoint. */
export class MongoDocumentsBeside implements ReadableDocuments {
  private readonly mongo: Mongo;
  private readonly journal = commitJournal<Entry>({ name: 'journal', apply: applyRows, sizeOf });

  constructor(url: string) {
    this.mongo = openMongo(url, 'The read models');
  }

  async prepare(): Promise<void> {}

  async alikeVersions(collection: Collection<never>): Promise<readonly number[]> {
    return this.mongo.use((db) => alikeVersions(db, documentModel(collection as Collection<unknown>)));
  }

  reader<Doc>(collection: Collection<Doc>, tenantId: string): Reader<Doc> {
    const model = documentModel(collection as Collection<unknown>);
    return documentReader({ mongo: this.mongo, model, tenantId, sharing: () => [model], listed: LISTED });
  }

  async checkpoint(name: string): Promise<Position> {
    return (await this.checkpoints([name]))[0] ?? 0;
  }

  async checkpoints(names: readonly string[]): Promise<readonly Position[]> {
    const stored = await this.mongo.use((db) => this.journal.checkpoints(db));
    return names.map((name) => stored.find((each) => each.name === name)?.position ?? 0);
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}
