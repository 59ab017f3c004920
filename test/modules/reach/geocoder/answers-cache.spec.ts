import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../../../src/kernel/instant.js';
import { AnswersCache } from '../../../../src/modules/reach/geocoder/application/answers-cache.js';

/** The longest address that an answer can have. */
const place = { formattedAddress: 'Ä'.repeat(500), location: { latitude: 48.2, longitude: 16.4 } };
const ten = Array.from({ length: 10 }, () => place);
/** Together they take a multiple of a tenant's share, which is 0.25 MiB. */
const MANY = 500;

function newCache() {
  let ms = 0;
  const cache = new AnswersCache(() => ms);
  const fill = (tenantId: string, questions = MANY) => {
    for (let n = 0; n < questions; n++) cache.set(tenantId, `q${n}`, ten);
  };
  const known = (tenantId: string) =>
    Array.from({ length: MANY }, (_, n) => cache.get(tenantId, `q${n}`)).filter(Boolean).length;
  return { cache, fill, known, pass: (more: number) => (ms += more) };
}

test('a tenant keeps a bounded number of long answers, the latest, and takes none of another tenant', () => {
  const { cache, fill, known } = newCache();
  cache.set('quiet', 'q0', ten);
  fill('loud');
  expect(cache.get('loud', `q${MANY - 1}`)).toEqual(ten);
  expect(known('loud')).toBeLessThan(MANY / 4);
  expect(cache.get('quiet', 'q0')).toEqual(ten);
});

test('tenants keep a bounded number of answers together', () => {
  const { fill, known } = newCache();
  const tenants = Array.from({ length: 100 }, (_, n) => `t${n}`);
  for (const tenant of tenants) fill(tenant, 50);
  const held = tenants.filter((tenant) => known(tenant) > 0);
  expect(held.length).toBeLessThan(tenants.length / 2);
  expect(held).toContain('t99');
});

test('an answer is forgotten after a day, one without places after an hour', () => {
  const { cache, pass } = newCache();
  cache.set('a', 'found', ten);
  cache.set('a', 'nothing', []);
  pass(HOUR - 1);
  expect([cache.get('a', 'found'), cache.get('a', 'nothing')]).toEqual([ten, []]);
  pass(1);
  expect(cache.get('a', 'nothing')).toBeUndefined();
  pass(DAY - HOUR - 1);
  expect(cache.get('a', 'found')).toEqual(ten);
  pass(1);
  expect(cache.get('a', 'found')).toBeUndefined();
});
