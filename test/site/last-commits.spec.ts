import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timesIn } from '../../site/build/last-commits.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-commits-'));
const home = join(folder, 'home');
const source = join(import.meta.dirname, '../../site/build/last-commits.ts');

const git = (cwd: string, at: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd,
    env: { PATH: process.env.PATH, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at },
    stdio: 'ignore',
  });

/** The times as a process in that folder finds them. */
const timesAt = (cwd: string, path = process.env.PATH) => {
  const script = `import { lastCommits } from ${JSON.stringify(pathToFileURL(source).href)};
    console.log(JSON.stringify([...lastCommits('docs')]));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    env: { PATH: path, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  });
  return JSON.parse(printed);
};

beforeAll(() => {
  mkdirSync(join(home, 'docs'), { recursive: true });
  git(home, '', 'init', '-q');
  for (const [file, at] of [
    ['a.md', '2026-01-01T00:00:00Z'],
    ['b.md', '2026-02-01T00:00:00Z'],
    ['c.md', '2026-03-01T00:00:00Z'],
  ] as const) {
    writeFileSync(join(home, 'docs', file), file);
    git(home, at, 'add', '.');
    git(home, at, 'commit', '-qm', file);
  }
  writeFileSync(join(home, 'docs/c.md'), 'changed');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each file has the time of its newest commit; a file that differs from it has none', () => {
  expect(timesAt(home)).toEqual([
    ['docs/b.md', '2026-02-01T00:00:00.000Z'],
    ['docs/a.md', '2026-01-01T00:00:00.000Z'],
  ]);
});

test('without the whole history, a repository or git itself there is no time', () => {
  git(folder, '', 'clone', '-q', '--depth', '1', pathToFileURL(home).href, 'shallow');
  expect(timesAt(join(folder, 'shallow'))).toEqual([]);
  mkdirSync(join(folder, 'tarball'));
  expect(timesAt(join(folder, 'tarball'))).toEqual([]);
  expect(timesAt(home, '/nonexistent')).toEqual([]);
});

test('the newest of several commits of a file counts', () =>
  expect([...timesIn('@20\n\na\n@10\n\na\nb\n')]).toEqual([
    ['a', new Date(20_000)],
    ['b', new Date(10_000)],
  ]));
