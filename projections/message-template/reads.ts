import type { DocumentStore, Page, Query, Reader } from '../../src/ports/document-store.js';
import { lead, mergedPage, type Ordering, ordering } from './merged.js';
import { type KeptMessageTemplate, messageTemplates } from './projection.js';
import { systemTemplatesOf } from './system-templates.js';

const BY_NAME: Ordering = { field: 'name', descending: false };

/** A tenant's message templates and those that the service ships, as if they were kept together. Filters nothing. */
export function messageTemplatesOf(documents: DocumentStore, tenantId: string): Reader<KeptMessageTemplate> {
  const own = documents.reader(messageTemplates, tenantId);
  const shipped = systemTemplatesOf(tenantId);
  const get = async (name: string) => shipped.find(({ id }) => id === name) ?? own.get(name);

  async function find({ order = BY_NAME, after, offset = 0, limit }: Query): Promise<Page<KeptMessageTemplate>> {
    const { docs, hasMore } = after ? await behind(after) : await byOffset();
    return { docs, keys: docs.map(({ id }) => id), hasMore };

    async function byOffset() {
      const asked = { offset, limit };
      const page = await own.find({ order, ...lead(asked, shipped.length) });
      return mergedPage(asked, page, shipped, order);
    }

    async function behind({ key, value }: NonNullable<Query['after']>) {
      const { place, between } = ordering(order);
      const rest = shipped.filter((each) => between(place(each), { id: key, value }) > 0);
      const page = await own.find({ order, after: { key, ...(value === undefined ? {} : { value }) }, limit });
      return mergedPage({ offset: 0, limit }, page, rest, order);
    }
  }

  return {
    get,
    many: async (names) => (await Promise.all(names.map(get))).filter((each) => each !== undefined),
    find,
    count: async () => (await own.count({})) + shipped.length,
  };
}
