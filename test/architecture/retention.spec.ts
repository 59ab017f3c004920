import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expiryOf, type OperationalKind, operationalRetention, type Retention } from '../../src/catalogue/retention.js';
import { manifests } from '../../src/composition/registry.js';

const root = join(import.meta.dirname, '../..');
const table = Object.keys(operationalRetention) as OperationalKind[];
const declared = manifests.flatMap(({ operationalKinds = {} }) => Object.entries(operationalKinds));

/** Kinds in keys of the operational store: literals, or constants of the same file. */
function kindsIn(text: string): readonly string[] {
  const constants = new Map([...text.matchAll(/const (\w+) = '([a-z-]+)'/g)].map(([, name, value]) => [name, value]));
  const keys = [...text.matchAll(/tenantId(?:: [\w.? ]+)?,\s+kind: (?:'([a-z-]+)'|([A-Z][A-Z_]*)\b)/g)];
  return keys.map(([, literal, name]) => literal ?? constants.get(name ?? '') ?? `the constant ${name}`);
}

/** Kinds whose time a file reads from the table. */
function readsOf(text: string): readonly string[] {
  const constants = new Map([...text.matchAll(/const (\w+) = '([a-z-]+)'/g)].map(([, name, value]) => [name, value]));
  const reads = text.matchAll(/operationalRetention(?:\.(\w+)|\['([a-z-]+)'\]|\[(\w+)\])/g);
  return [...reads].map(([, plain, quoted, name]) => plain ?? quoted ?? constants.get(name ?? '') ?? '');
}

const written = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
  kindsIn(readFileSync(join(root, file), 'utf8')),
);

describe('how long entries of the operational store are kept', () => {
  test('is said for every kind that is written', () => {
    expect(written.length).toBeGreaterThan(15);
    expect([...new Set(written)].filter((kind) => !table.includes(kind as OperationalKind))).toEqual([]);
  });
  test('is said for every kind that a manifest declares, and the sweeper does what is said', () => {
    for (const [kind, { expiry }] of declared)
      expect([kind, expiry]).toEqual([kind, expiryOf(kind as OperationalKind)]);
  });
  test('is one number, which the words say and a service reads', () => {
    const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['src/catalogue/**'] });
    const texts = sources
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .filter((text) => text.includes('operationalRetention'));
    for (const [kind, row] of Object.entries<Retention>(operationalRetention)) {
      const numbers = ['days', 'hours', 'seconds', 'mostDays'].flatMap((unit) => row[unit as keyof Retention] ?? []);
      const words = 'kept' in row ? row.kept : row.bounded;
      for (const number of numbers) expect(words.split(/\D+/), kind).toContain(String(number));
      if (numbers.length > 0)
        expect(
          texts.some((text) => readsOf(text).includes(kind)),
          kind,
        ).toBe(true);
      else expect(words, kind).not.toMatch(/\d+ (day|hour|second)/);
    }
  });
  test('is said of nothing that nobody declares or writes', () => {
    expect(table.filter((kind) => !declared.some(([name]) => name === kind))).toEqual([]);
    expect(table.filter((kind) => !written.includes(kind))).toEqual([]);
  });
});
