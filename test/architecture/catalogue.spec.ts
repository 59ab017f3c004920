import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rejections } from '../../src/catalogue/errors/rejections.js';
import { limits } from '../../src/catalogue/limits/limits.js';
import { permissions } from '../../src/catalogue/permissions/permissions.js';

type Table = Readonly<Record<string, unknown>>;

const CATALOGUE = join(import.meta.dirname, '../../src/catalogue');

const merged = [
  ['errors', rejections, ['rejections', 'rejection-entry', 'field-errors']],
  ['permissions', permissions, ['permissions', 'policies', 'roles']],
  ['limits', limits, ['limits']],
] as const;

/** The tables of a folder of the catalogue, one per subject. */
async function subjectsOf(folder: string, others: readonly string[]): Promise<readonly Table[]> {
  const names = readdirSync(join(CATALOGUE, folder)).map((file) => file.replace(/\.ts$/, ''));
  const subjects = names.filter((name) => !others.includes(name));
  const modules = await Promise.all(subjects.map((name) => import(join(CATALOGUE, folder, `${name}.ts`))));
  return modules.flatMap((module) => Object.values(module as Record<string, Table>));
}

/** The keys that more than one table defines. */
function repeatedKeys(tables: readonly Table[]): readonly string[] {
  const keys = tables.flatMap(Object.keys);
  return keys.filter((key, i) => keys.indexOf(key) !== i);
}

describe.each(merged)('the tables of %s', (folder, table, others) => {
  test('define each key once', async () => expect(repeatedKeys(await subjectsOf(folder, others))).toEqual([]));

  test('are all merged', async () => {
    const subjects = await subjectsOf(folder, others);
    expect(Object.assign({}, ...subjects)).toEqual(table);
  });
});

test('a key of two tables is found', () => expect(repeatedKeys([{ a: 1, b: 1 }, { c: 1 }, { b: 2 }])).toEqual(['b']));

test('error messages in English fit into an OAuth error description (RFC 6749 5.2)', () => {
  for (const { en } of Object.values(rejections)) expect(en).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});
