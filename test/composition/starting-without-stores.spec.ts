import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { METRICS_HEADERS, METRICS_TOKEN } from '../support/metrics.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { freePort } from '../support/processes/free-port.js';
import { startArguments } from '../support/processes/start-arguments.js';
import { until } from '../support/until.js';

let dataDir: string;
let service: ChildProcess;
let url: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-starting-'));
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, [...startArguments, join(compiledService(), 'src/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      METRICS_TOKEN,
      EVENT_STORE_URL: 'kurrentdb://127.0.0.1:1?tls=false',
      READ_STORE_URL: 'mongodb://127.0.0.1:1',
    },
    stdio: 'ignore',
  });
});
afterEach(async () => {
  if (service.exitCode === null) {
    service.kill('SIGKILL');
    await once(service, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const asked = async (path: string) => {
  const response = await fetch(`${url}${path}`, { headers: METRICS_HEADERS }).catch(() => undefined);
  return { status: response?.status ?? 0, text: (await response?.text()) ?? '', headers: response?.headers };
};

test('a service whose stores are away is alive, tells that it starts, and ends well', async () => {
  await until(
    () => asked('/health/live'),
    ({ status }) => status === 200,
    30_000,
  );
  for (const path of ['/health/ready', '/api/v1/conversations']) {
    const { status, text, headers } = await asked(path);
    expect([path, status, headers?.get('retry-after')]).toEqual([path, 503, '1']);
    expect(JSON.parse(text)).toMatchObject({ code: 'errors.service.starting', details: { percent: 0 } });
  }
  const { status, text } = await asked('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/^tidings_start_progress_ratio 0$/m);
  expect(text).not.toMatch(/^tidings_log_position /m);
  expect(text).toMatch(/^tidings_event_loop_stalls_total /m);
  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
});
