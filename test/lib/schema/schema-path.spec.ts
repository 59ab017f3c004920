import { describe, expect, test } from 'vitest';
import { undeclared } from '../../../src/lib/schema/schema-path.js';
import { timed } from '../../support/processes/thread-time.js';

const schema = {
  properties: {
    customer: { $ref: '#/$defs/person' },
    items: { type: 'array', prefixItems: [{ properties: { first: true } }], items: { $ref: '#item' } },
    constructor: { type: 'string' },
    anything: true,
    never: false,
    remote: { $ref: 'https://example.com/x' },
    'a/b': { properties: { c: {} } },
    escaped: { $ref: '#/properties/a~1b' },
  },
  patternProperties: { '^x-': true },
  additionalProperties: { properties: { hidden: true } },
  anyOf: [{ properties: { card: { properties: { number: {} } } } }, { allOf: [{ properties: { iban: {} } }] }],
  oneOf: [{ properties: { customer: { properties: { vip: {} } } } }],
  $defs: {
    person: { properties: { name: {}, parent: { $ref: '#/$defs/person' }, root: { $ref: '#' } } },
    item: { $anchor: 'item', properties: { price: {} } },
    loop: { $ref: '#/$defs/loop' },
  },
};

const schemaHasPath = (of: unknown, path: string) => undeclared(of, [path]).length === 0;

describe('the paths a schema declares', () => {
  test.each([
    'customer',
    'customer.name',
    'customer.parent.parent.parent.name',
    'customer.root.items.0.first',
    'customer.vip',
    'items.0.first',
    'items.7.price',
    'constructor',
    'anything',
    'remote',
    'card.number',
    'iban',
    'escaped.c',
  ])('%s is one', (path) => expect(schemaHasPath(schema, path)).toBe(true));
  test.each([
    'nobody',
    'customer.nobody',
    'items.price',
    'items.0.price',
    'items.01',
    'items.length',
    'anything.more',
    'never',
    'remote.more',
    'x-a',
    'other.hidden',
    'toString',
    '__proto__',
    '',
    'customer.',
    'properties',
  ])('%s is none', (path) => expect(schemaHasPath(schema, path)).toBe(false));

  test('no schema declares nothing, and neither does one that leads nowhere', () => {
    for (const none of [undefined, null, true, 5, [], {}, { $ref: '#' }, { $ref: '#/nothing' }, { $ref: '#/%' }])
      expect(schemaHasPath(none, 'a')).toBe(false);
  });
  test('of many paths the undeclared ones are told', () =>
    expect(undeclared(schema, ['iban', 'nobody', 'items.3', 'items.x'])).toEqual(['nobody', 'items.x']));

  test('a tangled schema and a long template are answered in bounded time', () => {
    const branches = Array.from({ length: 2_000 }, () => ({ properties: { a: { $ref: '#' } } }));
    const paths = Array.from({ length: 5_000 }, (_, i) => `${'a.'.repeat(50)}a${i}`);
    const { ms } = timed(() => expect(undeclared({ anyOf: branches }, paths)).toHaveLength(5_000));
    expect(ms).toBeLessThan(2_000);
  });
});
