import type { AnyProjection } from '../../../kernel/projection.js';
import { streamName } from '../../../kernel/stream.js';
import type { Page, Query, Reader } from '../../../ports/stores/document-store.js';
import { stateAsOf } from '../../log/as-of.js';
import type { Past } from './past.js';

/** Reads single documents as of a moment: the fold of the streams that the projection declares. */
export class FoldedReader<Doc extends object> implements Reader<Doc> {
  constructor(
    private readonly past: Past,
    private readonly projection: AnyProjection,
  ) {}

  async get(key: string): Promise<Doc | undefined> {
    let doc: Doc | undefined;
    for (const [category, idOf] of Object.entries(this.projection.streams ?? this.refuse())) {
      const id = idOf(key);
      if (id === undefined) continue;
      doc = doc === undefined ? await this.begun(category, id, key) : await this.continued(doc, category, id, key);
    }
    return doc;
  }

  async many(keys: readonly string[]): Promise<readonly Doc[]> {
    const docs = await Promise.all(keys.map((key) => this.get(key)));
    return docs.filter((doc) => doc !== undefined);
  }

  async find(_query: Query): Promise<Page<Doc>> {
    return this.refuse();
  }

  async count(_query: Pick<Query, 'where'>): Promise<number> {
    return this.refuse();
  }

  async sum(_name: string): Promise<number> {
    return this.refuse();
  }

  private async begun(category: string, id: string, key: string): Promise<Doc | undefined> {
    return (await this.past.stream(category, id)).of<Doc>(this.projection).get(key);
  }

  private async continued(begun: Doc, category: string, id: string, key: string): Promise<Doc | undefined> {
    const { log, position, tenantId } = this.past;
    const { events, evolve, key: keyOf } = this.projection;
    const fold = {
      initial: begun as Doc | undefined,
      evolve: (doc: Doc | undefined, event: Parameters<typeof evolve>[1]) =>
        events.includes(event.type) && keyOf(event) === key ? evolve(doc, event) : doc,
    };
    return (await stateAsOf(log, streamName(category, tenantId, id), fold, { position })).state;
  }

  private refuse(): never {
    throw new Error(`The read model ${this.projection.name} is not read as of a moment in this way.`);
  }
}
