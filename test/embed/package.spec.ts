import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** A project of somebody who installed the package, and a copy of what the package is packed from. */
const folder = mkdtempSync(join(tmpdir(), 'tidings-embed-'));
const repository = join(folder, 'repository');
const embed = join(repository, 'embed');
let packed = '';

beforeAll(() => {
  for (const name of ['embed', 'sdk', 'src/catalogue', 'package.json'])
    cpSync(join(root, name), join(repository, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'));
  packed = execFileSync('npm', ['pack', '--silent'], { cwd: embed, encoding: 'utf8' }).trim();
  const installed = join(folder, 'node_modules/@tidings/embed');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(embed, packed), '-C', installed, '--strip-components=1']);
  for (const name of ['@types', 'react', 'csstype'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const PLAIN = `
import '@tidings/embed';
import type { TidingsLauncher } from '@tidings/embed/launcher';
import '@tidings/embed/launcher';

const launcher: TidingsLauncher | null = document.querySelector('tidings-launcher');
launcher?.open();
document.addEventListener('tidings-unread', (event) => console.log((event as CustomEvent).detail));
document.querySelector('tidings-conversation')?.addEventListener('tidings-message', ({ detail }) => console.log(detail.text));
document.createElement('tidings-conversation').clientUrl = 'https://a.example/c#auth_key=x';
// @ts-expect-error The launcher has no such method: the types are there.
launcher?.jump();
`;
const JSX = `
import '@tidings/embed/launcher';
import '@tidings/embed/react';

export const Page = ({ url }: { url: string }) => (
  <main>
    <tidings-conversation clientUrl={url} api-url="https://a.example" palette="main" />
    <tidings-launcher visitor-key="key" lang="de" ontidings-unread={({ detail }) => console.log(detail.count)} />
  </main>
);
// @ts-expect-error There is no such palette.
export const Wrong = () => <tidings-conversation palette="other" />;
`;

test.each([
  ['nodenext', 'mts', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['bundler', 'ts', { module: 'esnext', moduleResolution: 'bundler' }],
])('a project has its types with the resolution %s', { timeout: 120_000 }, (_, ending, resolution) => {
  const files = [`plain.${ending}`, ...(ending === 'ts' ? ['page.tsx'] : [])];
  writeFileSync(join(folder, files[0]!), PLAIN);
  writeFileSync(join(folder, 'page.tsx'), JSX);
  const shared = { target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, noEmit: true, jsx: 'react-jsx' };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...shared, ...resolution }, files }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});

test('on a server the modules can be imported, and do nothing', () => {
  const names = ['', '/launcher', '/react'].map((name) => `@tidings/embed${name}`);
  const script = `for (const name of ${JSON.stringify(names)}) console.log(Object.keys(await import(name)).join());`;
  writeFileSync(join(folder, 'server.mjs'), script);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'server.mjs')], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['TidingsConversation\nTidingsLauncher\n\n', '']);
});

test('npm publish would send the modules, their types and the texts, and has nothing to correct', {
  timeout: 120_000,
}, () => {
  const args = ['publish', packed, '--dry-run', '--json', '--offline'];
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: embed, encoding: 'utf8' });
  // Without a login, and here nobody is logged in.
  expect(stderr.split('\n').filter((line) => /npm (warn|error)/.test(line) && !/logged in/.test(line))).toEqual([]);
  expect(status, stderr).toBe(0);
  const modules = ['base', 'elements', 'launcher', 'react', 'tidings-conversation'].map((name) => `dist/${name}.d.ts`);
  const scripts = ['launcher', 'react', 'tidings-conversation'].map((name) => `dist/${name}.js`);
  const paths = [...stdout.matchAll(/"path": "([^"]+)"/g)].map(([, path]) => path);
  expect(paths.toSorted()).toEqual(['LICENSE', 'README.md', ...modules, ...scripts, 'package.json'].toSorted());
});

test('a release is checked and carries its provenance', () => {
  const {
    scripts,
    repository: from,
    private: isPrivate,
  } = JSON.parse(readFileSync(join(root, 'embed/package.json'), 'utf8'));
  expect(isPrivate).toBeUndefined();
  expect(from.url).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository.url);
  expect(scripts.release).toBe('npm run check && npm publish --provenance --access public');
  expect(scripts.check).toMatch(/publint@[\d.]+ --strict.*@arethetypeswrong\/cli@[\d.]+ -- attw --pack/);
});
