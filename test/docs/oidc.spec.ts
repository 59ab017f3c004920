import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REACHES_LOOPBACK } from '../fixtures/identity-provider.js';
import { startTidings, type Tidings } from '../support/api.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { freePort } from '../support/processes/free-port.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/oidc.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The lines of shell of the page. */
const shell = page.split('```sh\n')[1]?.split('```')[0] ?? '';

let tidings: Tidings;
let provider: ReturnType<typeof spawn>;
let ports: { readonly service: number; readonly provider: number };
beforeAll(async () => {
  ports = { service: await freePort(), provider: await freePort() };
  const PUBLIC_URL = `http://127.0.0.1:${ports.service}`;
  tidings = await startTidings({ ...REACHES_LOOPBACK, PORT: String(ports.service), PUBLIC_URL });
  const [, script = ''] = /node dist\/(\S+)$/.exec(scripts['demo:provider']) ?? [];
  provider = spawn(process.execPath, [join(compiledService(), script)], {
    env: { PORT: String(ports.provider), CALLBACK: `${PUBLIC_URL}/callback` },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(provider.stdout as NonNullable<typeof provider.stdout>, 'data');
}, 120_000);
afterAll(async () => {
  const ended = once(provider, 'exit');
  provider.kill();
  await ended;
  await tidings.close();
});

test('the lines of docs/oidc.md sign a person in through a real provider, and again on the same data', async () => {
  const lines = shell
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.service}`)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.provider}`);
  expect(lines).toContain('/authorize');
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const options = { env: { PATH: path, TMPDIR: tidings.dataDir }, timeout: 60_000 };
  for (const _ of ['first', 'second']) {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines], options);
    const me = JSON.parse(stdout.slice(stdout.lastIndexOf('{"id"')));
    expect(me).toMatchObject({ email: 'ada@acme.example', role: 'USER', firstname: 'Ada', lastname: 'Byron' });
  }
}, 90_000);
