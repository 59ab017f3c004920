import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, marked } from '../site/docs/samples.js';

const root = join(import.meta.dirname, '../..');
const ENTRIES = ['tidings', 'session', 'socket', 'push', 'webhooks'];
const STORE_ENTRIES = [...ENTRIES, 'store', 'react'];
const BOUND = 15_000;
const STORE_BOUND = 25_000;

/** A project of somebody who installed the package, and a copy of the package that is packed. */
const folder = mkdtempSync(join(tmpdir(), 'tidings-sdk-'));
const sdk = join(folder, 'sdk');

beforeAll(() => {
  for (const name of ['package.json', 'tsconfig.json', 'README.md', 'LICENSE', 'src', 'build'])
    cpSync(join(root, 'sdk', name), join(sdk, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(sdk, 'node_modules'));
  const sample = blocksOf('api/clients').find((block) => marked(block, 'install'))?.code ?? 'false';
  // The packages of others are linked below, so that the test needs no registry.
  const offline = sample.replace(' socket.io-client react', ' --offline --no-audit --no-fund');
  execFileSync('sh', ['-e', '-c', offline], { cwd: folder, stdio: 'pipe' });
  const installed = join(folder, 'node_modules/@tidings/sdk');
  cpSync(join(folder, 'my-app/node_modules/@tidings/sdk'), installed, { recursive: true });
  for (const name of [
    'socket.io-client',
    '@types',
    'undici-types',
    'engine.io-client',
    '@socket.io',
    'socket.io-parser',
    'react',
    'csstype',
  ])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const USE = `
import { io } from 'socket.io-client';
import type { Message } from '@tidings/sdk/api';
import { Tidings, TidingsError, type Options } from '@tidings/sdk';
import { AuthSession } from '@tidings/sdk/session';
import { type Frames, frames } from '@tidings/sdk/socket';
import { useConversation, useConversations } from '@tidings/sdk/react';
import { indexedDbOutbox, TidingsStore } from '@tidings/sdk/store';
import { verifyWebhook } from '@tidings/sdk/webhooks';

const session = new AuthSession({ url: 'https://a.example', tenantId: 't' });
const options: Options = { url: 'https://a.example', credential: session.credential };
export const texts = async (): Promise<(string | undefined)[]> => {
  const tidings = new Tidings(options);
  const path = { conversation_id: 'one' };
  const page = await tidings.call('GET /conversations/{conversation_id}/messages', { path });
  return page.messages.map((each: Message) => ('text' in each ? each.text : undefined));
};
export const live: Frames = frames(new Tidings(options), io, 'conversations/one', { onStatus: ({ state }) => state });
export const store = new TidingsStore({
  tidings: new Tidings(options), connect: io, reader: { userId: 'anna' }, outbox: indexedDbOutbox(),
});
export const Send = () => {
  const { messages, send } = useConversation('one');
  const { total } = useConversations({ archived: false });
  return [messages[0]?.sequence, total, () => send('Hello')];
};
export const id = async (body: Uint8Array) => (await verifyWebhook('whsec_', new Headers(), body)).id;
export const codeOf = (error: unknown) => (error instanceof TidingsError ? error.code : undefined);
// @ts-expect-error No call has this name: the types are there.
export const wrong = () => new Tidings(options).call('GET /nothing');
`;

describe('a project that installed the package', () => {
  test.each([
    ['node16', ['use.mts', 'use.cts'], { module: 'node16', moduleResolution: 'node16' }],
    ['nodenext', ['use.mts', 'use.cts'], { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', ['use.ts'], { module: 'esnext', moduleResolution: 'bundler' }],
    ['node', ['use.ts'], { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
  ])('has its types with the resolution %s', { timeout: 120_000 }, (_, files, resolution) => {
    for (const file of files) writeFileSync(join(folder, file), USE);
    const compilerOptions = {
      ...resolution,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      strict: true,
      noEmit: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test('gets the modules by import and by require', () => {
    const names = ['', '/session', '/socket', '/push', '/webhooks', '/store', '/react'].map(
      (name) => `@tidings/sdk${name}`,
    );
    const list = JSON.stringify(names);
    writeFileSync(
      join(folder, 'esm.mjs'),
      `const all = []; for (const name of ${list}) all.push(...Object.keys(await import(name))); console.log(all.sort().join());`,
    );
    writeFileSync(
      join(folder, 'cjs.cjs'),
      `console.log(${list}.flatMap((name) => Object.keys(require(name))).sort().join());`,
    );
    const printed = ['esm.mjs', 'cjs.cjs'].map((file) =>
      execFileSync(process.execPath, [join(folder, file)], { encoding: 'utf8' }).trim(),
    );
    const classes =
      'AuthSession,ConversationListStore,ConversationStore,NoAnswer,SignedOut,Tidings,TidingsError,TidingsProvider,TidingsStore,WebhookRefused';
    const functions =
      'frames,indexedDbOutbox,memoryOutbox,subscribeToPush,useConversation,useConversations,useTidings,verifyWebhook';
    expect(printed[0]).toBe(`${classes},${functions}`);
    expect(printed[1]).toBe(printed[0]);
  });
});

test('npm publish would send the modules, their types and the texts, and has nothing to correct', {
  timeout: 120_000,
}, () => {
  const { stdout, stderr, status } = spawnSync('npm', ['publish', '--dry-run', '--json', '--offline'], {
    cwd: sdk,
    encoding: 'utf8',
  });
  // Without a login, and here nobody is logged in.
  expect(stderr.split('\n').filter((line) => /npm (warn|error)/.test(line) && !/logged in/.test(line))).toEqual([]);
  expect(status, stderr).toBe(0);
  const paths = [...stdout.matchAll(/"path": "([^"]+)"/g)].map(([, path]) => path);
  for (const path of ['LICENSE', 'README.md', 'package.json', 'dist/esm/tidings.js', 'dist/cjs/socket.d.ts'])
    expect(paths).toContain(path);
  expect(paths.filter((path) => !/^(dist\/|LICENSE$|README\.md$|package\.json$)/.test(String(path)))).toEqual([]);
});

test('a release is checked and carries its provenance', () => {
  const { scripts, repository, private: isPrivate } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'));
  expect(isPrivate).toBeUndefined();
  expect(repository.url).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository.url);
  expect(scripts.release).toBe('npm run check && npm publish --provenance --access public');
  expect(scripts.check).toMatch(/publint@[\d.]+ --strict.*@arethetypeswrong\/cli@[\d.]+ -- attw --pack/);
});

test.each([
  ['without the store', ENTRIES, BOUND],
  ['with the store and the hooks', STORE_ENTRIES, STORE_BOUND],
])('the modules %s have so many bytes at most, minified and compressed', async (_, names, bound) => {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => join(root, `sdk/src/${name}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    external: ['react'],
  });
  const bytes = outputFiles.map(({ contents }) => gzipSync(contents, { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(bound);
});
