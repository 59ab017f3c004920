import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
// @ts-expect-error A script without types: it runs before anything is built.
import { beginBuild, endBuild, isCurrent, switchTo } from '../../build/builds.mjs';
// @ts-expect-error The same.
import { fingerprint } from '../../build/stale.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidings-build-'));
  for (const folder of ['src/catalogue', 'site/src', 'app/src', 'build'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of [
    'package.json',
    'package-lock.json',
    'src/main.ts',
    'src/catalogue/a.ts',
    'site/src/a.astro',
    'app/src/a.tsx',
  ]) {
    writeFileSync(join(root, file), 'as it was');
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const both = (environment = {}) => [fingerprint(root, 'service', environment), fingerprint(root, 'site', environment)];

test.each([
  ['src/main.ts', [true, false]],
  ['src/catalogue/a.ts', [true, true]],
  ['src/a.spec.ts', [false, false]],
  ['site/src/a.astro', [false, true]],
  ['app/src/a.tsx', [false, true]],
  ['package-lock.json', [true, true]],
  ['build/build.mjs', [true, true]],
])('%s makes stale: service, site %j', (file, stale) => {
  const before = both();
  writeFileSync(join(root, file), 'changed');
  expect(both().map((each, i) => each !== before[i])).toEqual(stale);
});

test('the same content with another time is not stale', () => {
  const before = both();
  writeFileSync(join(root, 'src/main.ts'), 'as it was');
  expect(both()).toEqual(before);
});

test('the content of the settings makes the site stale, another origin or port does not', () => {
  const settings = join(root, 'settings.json');
  writeFileSync(settings, '{}');
  const [, before] = both({ SITE_SETTINGS: settings });
  writeFileSync(settings, '{"footer":"x"}');
  const [, after] = both({ SITE_SETTINGS: settings });
  const [, elsewhere] = both({ SITE_SETTINGS: settings, PUBLIC_URL: 'https://tidings.example', PORT: '3100' });
  expect(after).not.toBe(before);
  expect(elsewhere).toBe(after);
});

function build(name: string): void {
  const folder = beginBuild(root, 'service', name);
  writeFileSync(join(folder, 'main.js'), name);
  endBuild(root, 'service', name, folder);
  switchTo(root, 'service', name);
}

test('a build goes to a folder of its own; one that runs keeps the folder that it started from', () => {
  build('one');
  const running = realpathSync(join(root, 'dist'));
  build('two');
  expect(realpathSync(join(root, 'dist'))).not.toBe(running);
  expect(readdirSync(running)).toEqual(['main.js']);
  expect([isCurrent(root, 'service', 'one'), isCurrent(root, 'service', 'two')]).toEqual([false, true]);
});

test('a folder that another tool built stands aside', () => {
  mkdirSync(join(root, 'dist/src'), { recursive: true });
  build('one');
  expect(readlinkSync(join(root, 'dist'))).toBe('.cache/builds/service-one');
});

test('the newest five builds are kept, and all of the last day', () => {
  const builds = () => readdirSync(join(root, '.cache/builds')).sort();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const name of names) build(name);
  expect(builds()).toHaveLength(7);
  for (const [n, name] of names.entries()) {
    const at = new Date(Date.now() - 2 * 86_400_000 + n * 1_000);
    utimesSync(join(root, `.cache/builds/service-${name}`), at, at);
  }
  build('h');
  expect(builds()).toEqual(['d', 'e', 'f', 'g', 'h'].map((name) => `service-${name}`));
});
