import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withOrigin } from '../../../src/adapters/site-folder/served-origin.js';
import { openSiteFolder } from '../../../src/adapters/site-folder/site-folder.js';
import { cacheBudgets } from '../../../src/catalogue/cache-budgets.js';
import { BUILT_ORIGIN } from '../../../src/catalogue/site/built-origin.js';
import type { SiteFile, SiteFolder } from '../../../src/ports/stores/site-folder.js';

const KIBIBYTE = 1_024;

let build: string;
let site: SiteFolder;

const add = (name: string, bytes: number): SiteFile => {
  writeFileSync(join(build, name), Buffer.alloc(bytes, name));
  return { file: name, type: 'text/html', hash: name, sizes: { identity: bytes } };
};

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'tidings-site-'));
  writeFileSync(join(build, '.files.json'), JSON.stringify({ '/': add('index.html', 10) }));
  const link = join(build, 'current');
  symlinkSync(build, link);
  site = openSiteFolder(link) as SiteFolder;
});
afterEach(() => rmSync(build, { recursive: true }));

test('a small file is read once for all who ask at the same time, and kept for those who ask later', async () => {
  const file = site.files.get('/') as SiteFile;
  const [first, second] = [site.whole(file, 'identity'), site.whole(file, 'identity')];
  expect(second).toBe(first);
  const bytes = await first;
  expect(bytes?.toString()).toBe('index.html');
  rmSync(join(build, 'index.html'));
  expect(await site.whole(file, 'identity')).toBe(bytes);
});

test('a large file is sent in parts alone', async () => {
  const file = add('client.js', 200 * KIBIBYTE);
  expect(site.whole(file, 'identity')).toBeUndefined();
  let read = 0;
  for await (const part of site.read(file, 'identity')) read += part.length;
  expect(read).toBe(200 * KIBIBYTE);
});

test('files that were not asked for lately leave the memory', async () => {
  const files = Array.from({ length: 80 }, (_, n) => add(`${n}.html`, 120 * KIBIBYTE));
  const first = files.map((file) => site.whole(file, 'identity'));
  await Promise.all(first);
  const again = files.map((_, n) => files.length - 1 - n).map((n) => [n, site.whole(files[n]!, 'identity')] as const);
  await Promise.all(again.map(([, bytes]) => bytes));
  const kept = again.filter(([n, bytes]) => bytes === first[n]).map(([n]) => n);
  expect(kept.length).toBeGreaterThan(8);
  expect(kept.length * 120 * KIBIBYTE).toBeLessThan(cacheBudgets.siteFiles);
  expect(kept).toContain(files.length - 1);
});

test('a file that could not be read is tried again', async () => {
  const file = { ...add('late.html', 5), file: 'later.html' };
  await expect(site.whole(file, 'identity')).rejects.toThrow('ENOENT');
  add('later.html', 5);
  expect((await site.whole(file, 'identity'))?.length).toBe(5);
});

describe('a file that names the origin of the build', () => {
  const text = `<a href="${BUILT_ORIGIN}/docs">${'docs '.repeat(100)}</a> ws://127.0.0.1:3000/socket.io/`;
  const served = text
    .replace(BUILT_ORIGIN, 'https://tidings.example')
    .replace('ws://127.0.0.1:3000', 'wss://tidings.example');
  const listed = { ...({} as SiteFile), file: 'a.html', type: 'text/html', hash: 'a', namesOrigin: true } as const;
  const open = (origin: string) => {
    const sizes = { identity: text.length, br: 9, gzip: 9 };
    for (const ending of ['', '.br', '.gz']) writeFileSync(join(build, `a.html${ending}`), text);
    writeFileSync(join(build, '.files.json'), JSON.stringify({ '/a': { ...listed, sizes } }));
    const opened = openSiteFolder(build, origin) as SiteFolder;
    return { opened, file: opened.files.get('/a') as SiteFile };
  };

  test('is sent as it was built at that origin', async () => {
    const { opened, file } = open(BUILT_ORIGIN);
    expect(file.hash).toBe('a');
    expect((await opened.whole(file, 'br'))?.toString()).toBe(text);
  });

  test('has the own origin at another one, in each encoding, under another hash', async () => {
    const { opened, file } = open('https://tidings.example');
    expect(file.hash).not.toBe('a');
    expect(file.hash).not.toBe(open('https://other.example').file.hash);
    expect((await opened.whole(file, 'identity'))?.toString()).toBe(served);
    expect(brotliDecompressSync((await opened.whole(file, 'br')) as Uint8Array).toString()).toBe(served);
    expect(gunzipSync((await opened.whole(file, 'gzip')) as Uint8Array).toString()).toBe(served);
    expect(opened.whole(file, 'br')).toBe(opened.whole(file, 'br'));
  });

  test('names host and protocol of the socket as AsyncAPI does', () => {
    const server = JSON.stringify({ host: '127.0.0.1:3000', protocol: 'ws' }, null, 1);
    expect(JSON.parse(withOrigin(server, 'https://tidings.example'))).toEqual({
      host: 'tidings.example',
      protocol: 'wss',
    });
    expect(JSON.parse(withOrigin(server, 'http://[::1]:3100'))).toEqual({ host: '[::1]:3100', protocol: 'ws' });
  });
});

test('a folder that was not built is none', () => {
  expect(openSiteFolder(join(build, 'nothing'))).toBeUndefined();
});
