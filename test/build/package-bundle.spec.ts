import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledService } from '../support/processes/compiled-service.js';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tidings-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (script: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const options = { env: { PATH: process.env.PATH, ...environment }, cwd: ROOT };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options);
  return JSON.parse(stdout);
};

describe('the bundle of packages', () => {
  let packages: Readonly<Record<string, string>>;
  const urlOf = (file: string) => pathToFileURL(join(compiledService(), file)).href;
  beforeAll(() => {
    packages = JSON.parse(readFileSync(join(compiledService(), 'packages/packages.json'), 'utf8'));
  });

  test('exports the same as the packages, under the same names', async () => {
    const both = Object.entries(packages).map(([name, file]) => [name, urlOf(`packages/${file}`)]);
    const differing = await run(`
      const namesOf = async (url) =>
        Object.entries(await import(url))
          .filter(([name]) => name !== 'module.exports')
          .map(([name, value]) => name + ' ' + typeof value + ' ' + (value?.name ?? ''))
          .sort();
      const differing = [];
      for (const [name, url] of ${JSON.stringify(both)})
        if (String(await namesOf(name)) !== String(await namesOf(url))) differing.push(name);
      process.stdout.write(JSON.stringify(differing));`);
    expect(differing).toEqual([]);
  });

  test('is all that a start loads of them, so there is one copy of each, and undici of Node is not loaded', async () => {
    const { loaded, builtin } = (await run(
      `
      import { registerHooks } from 'node:module';
      const loaded = new Map();
      registerHooks({
        load(url, context, next) {
          const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
          if (name) loaded.set(name, (loaded.get(name) ?? 0) + 1);
          return next(url, context);
        },
      });
      process.stderr.write = (text) => {
        if (text.includes('Tidings listens')) {
          const told = { loaded: [...loaded], builtin: process.moduleLoadList };
          process.stdout.write(JSON.stringify(told), () => process.exit());
        }
        else process.stdout.write(text);
      };
      await import(${JSON.stringify(urlOf('src/main.js'))});`,
      { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', SITE_DIR: folder },
    )) as { readonly loaded: readonly (readonly [string, number])[]; readonly builtin: readonly string[] };
    expect(builtin.filter((name) => name.includes('undici'))).toEqual([]);
    const names = loaded.map(([name]) => name);
    for (const name of [...Object.keys(packages), 'fastify', 'rxjs', 'socket.io']) expect(names).not.toContain(name);
    expect(loaded.reduce((sum, [, files]) => sum + files, 0)).toBeLessThan(250);
  });
});
