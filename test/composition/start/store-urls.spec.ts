import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compiledService } from '../../support/processes/compiled-service.js';
import { startArguments } from '../../support/processes/start-arguments.js';
import { until } from '../../support/until.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-urls-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(script: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'trace', ...settings };
  const service = spawn(process.execPath, [...startArguments, join(compiledService(), script), ...args], { env });
  let [said, logged] = ['', ''];
  service.stderr.on('data', (chunk) => {
    said += chunk;
  });
  service.stdout.on('data', (chunk) => {
    logged += chunk;
  });
  const ended = once(service, 'close') as Promise<[number | null]>;
  return { service, ended, said: () => said, logged: () => logged };
}

test.each([
  ['EVENT_STORE_URL', 'kurrentdb://user:s3cret@host:99999999', 'EVENT_STORE_URL must be a connection string'],
  ['EVENT_STORE_URL', 'kurrentdb://user:s3cr@et@host', 'EVENT_STORE_URL must be a connection string'],
  ['EVENT_STORE_URL', 'kurrentdb://user:s3cret@host?tsl=false', 'EVENT_STORE_URL has an unknown option.'],
  ['READ_STORE_URL', 'mongodb://user:s3cret@host/x?replicaset2=rs', 'READ_STORE_URL has an unknown or invalid option'],
  ['READ_STORE_URL', 'mongodb://user:s3cret@host/x?w=1', 'READ_STORE_URL must not change w, because'],
  ['PUBLIC_URL', 'https://user:s3cret@tidings.example/app', 'PUBLIC_URL must be an origin'],
])('a wrong %s ends the start with one sentence without its password: %s', async (name, url, sentence) => {
  const { ended, said, logged } = start('src/main.js', [], { [name]: url });
  const [code] = await ended;
  expect(code).toBe(1);
  expect(said()).toMatch(/^[^\n]+\n$/);
  expect(said()).toContain(sentence);
  expect(said() + logged()).not.toMatch(/s3cr|cret/);
});

test('a copy of a log says the same of a wrong URL', async () => {
  const args = ['log', 'copy', '--from', 'kurrentdb://user:s3cret@host:99999999', '--to', 'sqlite:/tmp/none.db'];
  const { ended, said } = start('src/cli/tidings.js', args, {});
  expect([...(await ended)].slice(0, 1)).toEqual([3]);
  expect(said()).toMatch(/^EVENT_STORE_URL must be a connection string [^\n]+\n$/);
  expect(said()).not.toContain('s3cret');
});

test('no line about stores that are away has a password of their URLs', async () => {
  const { service, ended, said, logged } = start('src/main.js', [], {
    EVENT_STORE_URL: 'kurrentdb://user:s3cret@127.0.0.1:1?tls=false',
    READ_STORE_URL: 'mongodb://user:s3cret@127.0.0.1:1/tidings',
  });
  await until(
    async () => logged(),
    (text) => text.includes('A store is unavailable'),
    30_000,
  );
  service.kill('SIGTERM');
  await ended;
  expect(said() + logged()).not.toContain('s3cret');
});
