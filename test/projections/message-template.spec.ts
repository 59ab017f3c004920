import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lead, mergedPage, type Ordering, ordering } from '../../projections/message-template/merged.js';
import { type MessageTemplateRecord, messageTemplates } from '../../projections/message-template/projection.js';
import { inChunks } from '../../projections/message-template/reads.js';
import { systemTemplatesOf } from '../../projections/message-template/system-templates.js';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/documents/document-store.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { placeholders } from '../../src/lib/template.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('messageTemplate', TENANT, 'hello');
const templates = givenProjection(messageTemplates);
const value = { kind: 'TEXT', texts: { en: 'Hello' }, parameters: [] } as const;
const created = { event: { type: 'MessageTemplateCreated', data: value }, stream } as const;

describe('a message template', () => {
  test('is kept under its name as it was last written', () =>
    templates(created, {
      event: { type: 'MessageTemplateChanged', data: { texts: { de: 'Hallo' } } },
      stream,
      meta: { at: instant('2030-01-02') },
    }).shows('hello', {
      id: 'hello',
      revision: 2,
      updatedAt: instant('2030-01-02'),
      value: { ...value, texts: { de: 'Hallo' } },
    }));
  test('is gone once deleted', () =>
    templates(created, { event: { type: 'MessageTemplateDeleted', data: {} }, stream }).absent('hello'));
});

const anOwn = (id: string, day: number): MessageTemplateRecord => ({
  id,
  tenantId: TENANT,
  createdAt: instant(Date.UTC(2025, 11, 30 + day)),
  updatedAt: instant(Date.UTC(2026, 0, 3 - day)),
  revision: 1,
  value,
});

describe('the shipped templates among a tenant’s own', () => {
  const names = fc.constantFrom(
    'a',
    'b',
    'system_a',
    'system_notify_sms0',
    'system_o',
    'system_z',
    'z',
    'Z',
    '0',
    'zz',
  );
  const some = fc.uniqueArray(fc.tuple(names, fc.integer({ min: 0, max: 5 })), { selector: ([name]) => name });
  const orders = fc.record<Ordering>({
    field: fc.constantFrom('name', 'createdAt', 'updatedAt'),
    descending: fc.boolean(),
  });

  test('any page is the one that would be cut from all of them together', () =>
    fc.assert(
      fc.property(some, orders, fc.nat(16), fc.integer({ min: 1, max: 16 }), (owned, order, offset, limit) => {
        const shipped = systemTemplatesOf(TENANT);
        const { compare } = ordering(order);
        const own = owned.map(([name, day]) => anOwn(name, day)).sort(compare);
        const all = [...own, ...shipped].sort(compare);
        const read = lead({ offset, limit }, shipped.length);
        const end = read.offset + read.limit;
        const page = { docs: own.slice(read.offset, end), hasMore: own.length > end };
        expect(mergedPage({ offset, limit }, page, shipped, order)).toEqual({
          docs: all.slice(offset, offset + limit),
          hasMore: all.length > offset + limit,
        });
      }),
    ));
  test('a page that had to end early is the beginning of it, and there is more', () =>
    fc.assert(
      fc.property(some, orders, fc.nat(9), (owned, order, read) => {
        const shipped = systemTemplatesOf(TENANT);
        const { compare } = ordering(order);
        const own = owned.map(([name, day]) => anOwn(name, day)).sort(compare);
        const all = [...own, ...shipped].sort(compare);
        fc.pre(read > 0 && read < own.length);
        const page = mergedPage({ offset: 0, limit: 99 }, { docs: own.slice(0, read), hasMore: true }, shipped, order);
        expect(page).toEqual({ docs: all.slice(0, page.docs.length), hasMore: true });
        expect(page.docs.length).toBeGreaterThanOrEqual(read);
      }),
    ));
  test('they speak English and German, and fill every placeholder', () => {
    for (const { value } of systemTemplatesOf(TENANT)) {
      expect(Object.keys(value.texts)).toEqual(['en', 'de']);
      for (const text of Object.values(value.texts))
        expect(placeholders(text)).toEqual({ names: value.parameters.map(({ name }) => name), fieldErrors: [] });
    }
  });
});

describe('a tenant’s templates in the store', () => {
  const store = new SqliteDocumentStore(':memory:');
  const own = Array.from({ length: 1_203 }, (_, i) => anOwn(`t${String(i).padStart(4, '0')}`, (i * 7) % 5));
  beforeAll(async () => {
    await store.prepare([messageTemplates as never]);
    const write = (doc: MessageTemplateRecord) =>
      ({ collection: messageTemplates as never, tenantId: TENANT, key: doc.id, doc, position: 1 }) as const;
    await store.commit(own.map(write), []);
  });
  afterAll(() => store.close());

  const ask = (query: object, most?: number) =>
    inChunks({ documents: store, tenantId: TENANT }, { limit: 2_147_483_647, ...query }, (doc) => doc, most);
  const asItIs = { field: 'name', descending: false };

  test.each(['name', 'createdAt', 'updatedAt'])('all of them come, however they are ordered: %s', async (field) => {
    for (const descending of [false, true]) {
      const order = { field, descending };
      const all = [...own].sort(ordering(order).compare).map(({ id }) => id);
      const { docs, hasMore } = await ask({ order });
      expect([docs.map(({ id }) => id), hasMore]).toEqual([all, false]);
      const some = await ask({ order, offset: 7, limit: 1_100 });
      expect([some.docs.map(({ id }) => id), some.hasMore]).toEqual([all.slice(7, 1_107), true]);
    }
  });
  test('no more than may stand in memory', async () => {
    const { docs, hasMore } = await ask({ order: asItIs }, 300_000);
    expect([docs.length > 550 && docs.length < 700, hasMore]).toEqual([true, true]);
    const last = docs.at(-1) as MessageTemplateRecord;
    const rest = await ask({ order: asItIs, after: { key: last.id, value: last.id } });
    expect([docs.length + rest.docs.length, rest.hasMore]).toEqual([1_203, false]);
  });
  test('the end is the end, also where nothing more would fit', async () => {
    const last = own.slice(-3, -2)[0] as MessageTemplateRecord;
    const { docs, hasMore } = await ask({ order: asItIs, after: { key: last.id, value: last.id } }, 500);
    expect([docs.length, hasMore]).toEqual([2, false]);
  });
});
