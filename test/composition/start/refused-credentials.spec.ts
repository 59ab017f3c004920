import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compiledService } from '../../support/processes/compiled-service.js';
import { startArguments } from '../../support/processes/start-arguments.js';
import { type RefusingStore, refusingEventStore, refusingMongo } from '../../support/servers/refusing-stores.js';

let folder: string;
let store: RefusingStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-refused-'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Exit code, standard error and the lines of the log. A start that goes on is ended. */
const startWith = (settings: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: unknown; readonly said: string; readonly logged: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...settings };
    const main = join(compiledService(), 'src/main.js');
    execFile(process.execPath, [...startArguments, main], { env, timeout: 20_000 }, (error, logged, said) =>
      resolve({ code: error?.code, said, logged }),
    );
  });

test('credentials that MongoDB refuses end the start with one sentence', async () => {
  store = await refusingMongo();
  const { code, said, logged } = await startWith({ READ_STORE_URL: `mongodb://user:s3cret@127.0.0.1:${store.port}` });
  expect([code, said]).toEqual([
    1,
    'MongoDB refuses the user or the password of READ_STORE_URL: Authentication failed. Correct it, and start again.\n',
  ]);
  expect(logged).toBe('');
});

test('so does a MongoDB that demands credentials where the URL has none', async () => {
  store = await refusingMongo();
  const { code, said } = await startWith({ READ_STORE_URL: `mongodb://127.0.0.1:${store.port}` });
  expect(code).toBe(1);
  expect(said).toMatch(
    /^MongoDB refuses .* READ_STORE_URL: Command \w+ requires authentication\. Correct it, and start again\.\n$/,
  );
});

test('credentials that the event store refuses end the start with one sentence', async () => {
  store = await refusingEventStore();
  const { code, said, logged } = await startWith({
    EVENT_STORE_URL: `kurrentdb://user:s3cret@127.0.0.1:${store.port}?tls=false`,
    READ_STORE_URL: 'sqlite:',
  });
  expect([code, said]).toEqual([
    1,
    'The event store refuses the user or the password of EVENT_STORE_URL. Correct it, and start again.\n',
  ]);
  expect(logged).toBe('');
});
