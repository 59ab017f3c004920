import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expiryOf, type OperationalKind, operationalRetention } from '../../src/catalogue/retention.js';
import { manifests } from '../../src/composition/registry.js';

const root = join(import.meta.dirname, '../..');
const table = Object.keys(operationalRetention) as OperationalKind[];
const declared = manifests.flatMap(({ operationalKinds = {} }) => Object.entries(operationalKinds));

/** Kinds in keys of the operational store: literals, or constants of the same file. */
function kindsIn(text: string): readonly string[] {
  const constants = new Map([...text.matchAll(/const (\w+) = '([a-z-]+)'/g)].map(([, name, value]) => [name, value]));
  const keys = [...text.matchAll(/tenantId(?:: [\w.? ]+)?,\s+kind: (?:'([a-z-]+)'|([A-Z][A-Z_]*))/g)];
  return keys.map(([, literal, name]) => literal ?? constants.get(name ?? '') ?? `the constant ${name}`);
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
    for (const [kind, expiry] of declared) expect([kind, expiry]).toEqual([kind, expiryOf(kind as OperationalKind)]);
  });
  test('is said of nothing that nobody declares or writes', () => {
    expect(table.filter((kind) => !declared.some(([name]) => name === kind))).toEqual([]);
    expect(table.filter((kind) => !written.includes(kind))).toEqual([]);
  });
});
