import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { house, textOf } from './house.js';
import { plantedTree, plantings } from './plantings.js';

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = join(import.meta.dirname, 'layers.cjs');
const TOOL = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: readonly { name: string }[] };

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

/** The violations of a tree, by the same command line as `npm run layers`. */
const violations = (root: string) =>
  new Promise<readonly Violation[]>((resolve, reject) => {
    const args = [TOOL, 'src', 'projections', 'app/src', '--config', CONFIG, '--output-type', 'json'];
    execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 28 }, (_, stdout, stderr) => {
      if (!stdout.startsWith('{')) reject(new Error(`dependency-cruiser gave no report: ${stderr}`));
      else resolve((JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations);
    });
  });

describe('who may import whom', () => {
  let found: readonly Violation[];
  let planted: string;

  beforeAll(async () => {
    planted = await mkdtemp(join(tmpdir(), 'tidings-layers-'));
    for (const file of ['package.json', 'tsconfig.json']) await cp(join(ROOT, file), join(planted, file));
    await symlink(join(ROOT, 'node_modules'), join(planted, 'node_modules'));
    for (const [file, imports] of Object.entries(plantedTree())) {
      await mkdir(dirname(join(planted, file)), { recursive: true });
      await writeFile(join(planted, file), textOf(file, imports));
    }
    found = await violations(planted);
  });
  afterAll(() => rm(planted, { recursive: true, force: true }));

  /** A rule of folders names the folder of the file. */
  const firedAt = (file: string) => [
    ...new Set(found.filter(({ from }) => from === file || from === dirname(file)).map(({ rule }) => rule.name)),
  ];

  test.each(plantings)('$rule: $file may not import $imports', ({ rule, file }) =>
    expect(firedAt(file)).toEqual([rule]),
  );

  test('every rule has a planting', () =>
    expect([...new Set(plantings.map(({ rule }) => rule))].sort()).toEqual(forbidden.map(({ name }) => name).sort()));

  test('no plantings lie over each other', () =>
    expect(new Set(plantings.map(({ file }) => file)).size).toBe(plantings.length));

  test('files that keep the rules are not reported', () => {
    const files = Object.keys(house).filter((file) => !plantings.some((planting) => planting.file === file));
    const innocent = [...files, ...files.map(dirname)];
    expect(found.filter(({ from }) => innocent.includes(from))).toEqual([]);
  });

  test('this tree keeps them', async () => {
    const broken = await violations(ROOT);
    expect(broken.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });
});
