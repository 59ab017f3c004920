import type { DocumentStore, Page, Query, Reader } from '../../src/ports/stores/document-store.js';
import { lead, mergedPage, type Ordering, ordering } from './merged.js';
import { type MessageTemplateRecord, messageTemplates } from './projection.js';
import { systemTemplatesOf } from './system-templates.js';

const CHUNK = 500;
const CHUNK_BYTES = 524_288;
/**
 * Characters of one response. A tenant may have more templates than fit into memory, and a request reads all of them by
 * default.
 */
const MOST = 16_777_216;
const EACH = 400;

const BY_NAME: Ordering = { field: 'name', descending: false };

type Template = MessageTemplateRecord;
/** Filters and includes of a template list. */
type Shape = (doc: Template) => Template;

const weight = ({ value }: Template): number => EACH + JSON.stringify(value).length;

/**
 * A tenant's message templates and those that the service ships, as if they were kept together. Filters nothing; a page
 * ends early where it would be too large.
 */
export function messageTemplatesOf(
  documents: DocumentStore,
  tenantId: string,
  shape: Shape = (doc) => doc,
): Omit<Reader<Template>, 'sum'> {
  const own = documents.reader(messageTemplates, tenantId);
  const ownership = { documents, tenantId };
  const shipped = systemTemplatesOf(tenantId);
  const get = async (name: string) => shipped.find(({ id }) => id === name) ?? own.get(name);

  async function find({ order = BY_NAME, after, offset = 0, limit, bytes = MOST }: Query): Promise<Page<Template>> {
    const { docs, hasMore } = after ? await behind(after) : await byOffset();
    return { docs, keys: docs.map(({ id }) => id), hasMore };

    async function byOffset() {
      const range = { offset, limit };
      const page = await inChunks(ownership, { order, ...lead(range, shipped.length) }, shape, bytes, shipped.length);
      return mergedPage(range, page, shipped, order);
    }

    async function behind({ key, value }: NonNullable<Query['after']>) {
      const { place, between } = ordering(order);
      const rest = shipped.filter((each) => between(place(each), { id: key, value }) > 0);
      const page = await inChunks(
        ownership,
        { order, after: { key, ...(value === undefined ? {} : { value }) }, limit },
        shape,
        bytes,
      );
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

/** The requested templates in the given shape, up to `most` characters, and more than `least` of them. */
export async function inChunks(
  { documents, tenantId }: { readonly documents: DocumentStore; readonly tenantId: string },
  { limit, offset, after, ...question }: Query,
  shape: Shape,
  most = MOST,
  least = 0,
): Promise<Pick<Page<Template>, 'docs' | 'hasMore'>> {
  const own = documents.reader(messageTemplates, tenantId);
  const docs: Template[] = [];
  const { order } = question;
  let start: Pick<Query, 'offset' | 'after'> = after ? { after } : { offset: offset ?? 0 };
  for (let left = most; ; ) {
    const bounds = { limit: Math.min(CHUNK, limit - docs.length), bytes: CHUNK_BYTES };
    const page = await own.find({ ...question, ...start, ...bounds });
    for (const doc of page.docs.map(shape)) {
      docs.push(doc);
      left -= weight(doc);
      if (left < 0 && docs.length > least) return { docs, hasMore: page.hasMore || doc.id !== page.keys.at(-1) };
    }
    const last = docs.at(-1);
    if (!page.hasMore || !last || docs.length >= limit) return { docs, hasMore: page.hasMore };
    start = { after: { key: last.id, ...placed(last, order?.field) } };
  }
}

function placed({ createdAt, updatedAt, id }: Template, field = 'name') {
  return { value: field === 'createdAt' ? createdAt : field === 'updatedAt' ? updatedAt : id };
}
