import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lead, mergedPage, type Ordering, ordering } from '../../projections/message-template/merged.js';
import { type KeptMessageTemplate, messageTemplates } from '../../projections/message-template/projection.js';
import { systemTemplatesOf } from '../../projections/message-template/system-templates.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given.js';
import { givenProjection } from '../support/given-projection.js';

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

const anOwn = (id: string, day: number): KeptMessageTemplate => ({
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
  test('they speak English and German, and fill every placeholder', () => {
    for (const { value } of systemTemplatesOf(TENANT)) expect(Object.keys(value.texts)).toEqual(['en', 'de']);
  });
});
