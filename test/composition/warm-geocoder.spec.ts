import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledService } from '../support/processes/compiled-service.js';
import { until } from '../support/until.js';

test('a service that starts makes the index of places before anyone asks for a place', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-warm-'));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [join(compiledService(), 'src/main.js')], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    const isMade = (names: readonly string[]) => names.some((name) => /^gazetteer-.*\.bin$/.test(name));
    expect(isMade(await until(() => readdirSync(folder), isMade, 50_000))).toBe(true);
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
