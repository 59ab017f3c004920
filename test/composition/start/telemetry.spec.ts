import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compiledService } from '../../support/processes/compiled-service.js';
import { freePort } from '../../support/processes/free-port.js';
import { until } from '../../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-telemetry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Prints the address of each module of OpenTelemetry that is loaded. prom-client loads the package `api` anyway. */
const WATCH = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/\\/@opentelemetry\\/(?!api\\/)/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
  return next(url, context);
} });`;

/** Starts the service, calls it, leaves it running for a time, and stops it. */
async function life(settings: Readonly<Record<string, string>>, runMs = 0) {
  const port = await freePort();
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn', ...settings };
  const hook = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const child = spawn(process.execPath, ['--import', hook, join(compiledService(), 'src/main.js')], { env });
  const ended = once(child, 'exit');
  let [errors, lines] = ['', ''];
  child.stderr.on('data', (data) => {
    errors += data;
  });
  child.stdout.on('data', (data) => {
    lines += data;
  });
  const url = `http://127.0.0.1:${port}/health/ready`;
  const status = () =>
    fetch(url).then(
      (response) => response.status,
      () => 0,
    );
  expect(await until(status, (found) => found === 200, 30_000)).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, runMs));
  expect(await status()).toBe(200);
  const stoppingMs = performance.now();
  child.kill('SIGTERM');
  const [code] = await ended;
  return {
    code,
    stopMs: performance.now() - stoppingMs,
    loaded: errors.match(/^LOADED /gm)?.length ?? 0,
    warnings: lines.split('\n').filter((line) => line.includes('OpenTelemetry')),
  };
}

describe('OpenTelemetry', () => {
  test('is not loaded without a collector', async () =>
    expect(await life({})).toMatchObject({ code: 0, loaded: 0, warnings: [] }));

  test('does not hold up a service whose collector is away, and says so once in a minute', async () => {
    const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_METRIC_EXPORT_INTERVAL: '1000' };
    const { code, stopMs, loaded, warnings } = await life(away, 12_000);
    expect([code, warnings.length]).toEqual([0, 1]);
    expect(JSON.parse(warnings[0] ?? '')).toMatchObject({ reason: 'ECONNREFUSED' });
    expect(loaded).toBeGreaterThan(0);
    expect(stopMs).toBeLessThan(5_000);
  });
});
